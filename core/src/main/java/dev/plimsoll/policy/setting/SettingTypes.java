package dev.plimsoll.policy.setting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Implementations of {@link SettingType}. They are classes, not lambdas, because classes load faster and every start of
 * the program loads them.
 */
final class SettingTypes {

    private static final int MAX_NAMES = 200;

    private SettingTypes() {}

    static final class Flag extends SettingType<Boolean> {

        Flag() {
            super(Kind.FLAG, Boolean.class);
        }

        @Override
        public String allowed() {
            return "true or false";
        }

        @Override
        public String text(Boolean value) {
            return value.toString();
        }

        @Override
        protected Boolean parseText(String text) {
            if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException("neither true nor false");
            }
            return text.equals("true");
        }

        @Override
        protected boolean isAllowed(Boolean value) {
            return true;
        }
    }

    static class WholeNumber extends SettingType<Integer> {

        private final int min;
        private final int max;

        WholeNumber(int min, int max) {
            this(Kind.WHOLE, min, max);
        }

        WholeNumber(Kind kind, int min, int max) {
            super(kind, Integer.class);
            this.min = min;
            this.max = max;
        }

        @Override
        public String allowed() {
            return "a whole number from " + text(min) + " to " + text(max);
        }

        @Override
        public String text(Integer value) {
            return value.toString();
        }

        @Override
        protected Integer parseText(String text) {
            return toInt(QuantityParser.parseInteger(text));
        }

        static Integer toInt(long number) {
            if (number > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("too large");
            }
            return (int) number;
        }

        @Override
        protected boolean isAllowed(Integer value) {
            return value >= min && value <= max;
        }
    }

    /** Whole numbers, and a word for no limit, which is the largest number. */
    static final class WholeNumberOrWord extends WholeNumber {

        private final int min;
        private final String word;
        private final String meaning;

        WholeNumberOrWord(int min, String word, String meaning) {
            super(min, Integer.MAX_VALUE);
            this.min = min;
            this.word = word;
            this.meaning = meaning;
        }

        @Override
        public String allowed() {
            return "a whole number from " + min + ", or " + word + " for " + meaning;
        }

        @Override
        public String nullText() {
            return word.equals("null") ? word : super.nullText();
        }

        @Override
        public String text(Integer value) {
            return value == Integer.MAX_VALUE ? word : super.text(value);
        }

        @Override
        protected Integer parseText(String text) {
            return text.equals(word) ? Integer.valueOf(Integer.MAX_VALUE) : super.parseText(text);
        }
    }

    static final class Bytes extends WholeNumber {

        Bytes(int min, int max) {
            super(Kind.BYTES, min, max);
        }

        @Override
        public String allowed() {
            return sizeFrom(super.allowed().substring("a whole number ".length()));
        }

        @Override
        public String text(Integer value) {
            return QuantityParser.formatBytes(value);
        }

        @Override
        protected Integer parseText(String text) {
            return toInt(QuantityParser.parseBytes(text));
        }
    }

    static final class Size extends SettingType<Long> {

        private final long min;
        private final long max;

        Size(long min, long max) {
            super(Kind.BYTES, Long.class);
            this.min = min;
            this.max = max;
        }

        @Override
        public String allowed() {
            return sizeFrom("from " + text(min) + " to " + text(max));
        }

        @Override
        public String text(Long value) {
            return QuantityParser.formatBytes(value);
        }

        @Override
        protected Long parseText(String text) {
            return QuantityParser.parseBytes(text);
        }

        @Override
        protected boolean isAllowed(Long value) {
            return value >= min && value <= max;
        }
    }

    private static String sizeFrom(String range) {
        return "a size such as 256KB, " + range;
    }

    static final class Decimal extends SettingType<Double> {

        private final double min;
        private final double max;

        Decimal(double min, double max) {
            super(Kind.DECIMAL, Double.class);
            this.min = min;
            this.max = max;
        }

        @Override
        public String allowed() {
            return "a number from " + text(min) + " to " + text(max);
        }

        @Override
        public String text(Double value) {
            return QuantityParser.formatDecimal(value);
        }

        @Override
        protected Double parseText(String text) {
            return QuantityParser.parseDecimal(text);
        }

        @Override
        protected boolean isAllowed(Double value) {
            return value >= min && value <= max;
        }
    }

    static final class Share extends SettingType<Double> {

        Share() {
            super(Kind.SHARE, Double.class);
        }

        @Override
        public String allowed() {
            return "a share from 0% to 100%";
        }

        @Override
        public String text(Double value) {
            return QuantityParser.formatShare(value);
        }

        @Override
        protected Double parseText(String text) {
            return QuantityParser.parseShare(text);
        }

        @Override
        protected boolean isAllowed(Double value) {
            return value >= 0 && value <= 1;
        }
    }

    static final class Time extends SettingType<Duration> {

        private final Duration min;
        private final Duration max;

        Time(Duration min, Duration max) {
            super(Kind.TIME, Duration.class);
            this.min = min;
            this.max = max;
        }

        @Override
        public String allowed() {
            return "a time such as 15m, from " + text(min) + " to " + text(max);
        }

        @Override
        public String text(Duration value) {
            return QuantityParser.formatDuration(value);
        }

        @Override
        protected Duration parseText(String text) {
            return QuantityParser.parseDuration(text);
        }

        @Override
        protected boolean isAllowed(Duration value) {
            return value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
        }
    }

    static final class Choice<E extends Enum<E>> extends SettingType<E> {

        private final List<String> words;

        Choice(Class<E> type) {
            super(Kind.CHOICE, type);
            this.words = wordsOf(type.getEnumConstants());
        }

        @Override
        public String allowed() {
            return "one of " + String.join(", ", words);
        }

        @Override
        public List<String> choices() {
            return words;
        }

        @Override
        public String text(E value) {
            return value.name().toLowerCase(Locale.ROOT);
        }

        @Override
        protected E parseText(String text) {
            return Enum.valueOf(type(), text.toUpperCase(Locale.ROOT));
        }

        @Override
        protected boolean isAllowed(E value) {
            return true;
        }
    }

    static final class Word extends SettingType<String> {

        private final List<String> words;

        Word(List<String> words) {
            super(Kind.CHOICE, String.class);
            this.words = words;
        }

        @Override
        public String allowed() {
            return "one of " + String.join(", ", words);
        }

        @Override
        public List<String> choices() {
            return words;
        }

        @Override
        public String text(String value) {
            return value;
        }

        @Override
        protected String parseText(String text) {
            return text.toLowerCase(Locale.ROOT);
        }

        @Override
        protected boolean isAllowed(String value) {
            return words.contains(value);
        }
    }

    static final class Names extends SettingType<List<String>> {

        @SuppressWarnings({"unchecked", "rawtypes"}) // List<String> has no class literal
        Names() {
            super(Kind.NAMES, (Class) List.class);
        }

        @Override
        public String allowed() {
            return "a list of at most " + MAX_NAMES + " names";
        }

        @Override
        public String text(List<String> value) {
            return String.join(",", value);
        }

        @Override
        protected List<String> parseText(String text) {
            List<String> names = new ArrayList<>();
            for (String name : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                names.add(name.strip());
            }
            return List.copyOf(names);
        }

        @Override
        protected boolean isAllowed(List<String> value) {
            return value.size() <= MAX_NAMES
                    && value.stream().noneMatch(name -> name.isEmpty() || name.indexOf(',') >= 0);
        }
    }

    static final class Text extends SettingType<String> {

        private final int maxLength;
        private final String allowed;

        Text(int maxLength, String allowed) {
            super(Kind.TEXT, String.class);
            this.maxLength = maxLength;
            this.allowed = Objects.requireNonNull(allowed, "allowed");
        }

        @Override
        public String allowed() {
            return allowed;
        }

        @Override
        public String text(String value) {
            return value;
        }

        @Override
        protected String parseText(String text) {
            return text;
        }

        @Override
        protected boolean isAllowed(String value) {
            return !value.isEmpty() && value.length() <= maxLength && value.indexOf('\0') < 0;
        }
    }
}
