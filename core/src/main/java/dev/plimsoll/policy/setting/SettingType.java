package dev.plimsoll.policy.setting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Type of a setting: allowed values, and conversion from and to text. All kinds of settings share these types, so that, for
 * example, a time has one syntax everywhere. Subclasses must be immutable.
 */
public abstract class SettingType<T> {

    /** Kind of value, for programs that read descriptions of settings. */
    public enum Kind {
        FLAG,
        WHOLE,
        DECIMAL,
        BYTES,
        TIME,
        SHARE,
        CHOICE,
        NAMES,
        TEXT
    }

    private final Kind kind;
    private final Class<T> type;

    protected SettingType(Kind kind, Class<T> type) {
        this.kind = kind;
        this.type = type;
    }

    public static SettingType<Boolean> flag() {
        return new SettingTypes.Flag();
    }

    public static SettingType<Integer> integer(int min, int max) {
        return new SettingTypes.WholeNumber(min, max);
    }

    /** Returns the type of whole numbers, and of the word {@code none}, which means no limit. */
    public static SettingType<Integer> integerOrNone(int min) {
        return new SettingTypes.WholeNumberOrWord(min, "none", "no limit");
    }

    /**
     * Returns the type of whole numbers, and of the word {@code null}, which means no limit.
     *
     * @param meaning meaning of null, for the description
     */
    public static SettingType<Integer> integerOrNull(int min, String meaning) {
        return new SettingTypes.WholeNumberOrWord(min, "null", meaning);
    }

    public static SettingType<Double> decimal(double min, double max) {
        return new SettingTypes.Decimal(min, max);
    }

    /** Returns the type of byte counts that fit an array. */
    public static SettingType<Integer> bytes(int min, int max) {
        return new SettingTypes.Bytes(min, max);
    }

    /** Returns the type of byte counts that may exceed the size of an array. */
    public static SettingType<Long> size(long min, long max) {
        return new SettingTypes.Size(min, max);
    }

    public static SettingType<Duration> time(Duration min, Duration max) {
        return new SettingTypes.Time(min, max);
    }

    public static SettingType<Double> share() {
        return new SettingTypes.Share();
    }

    public static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        return new SettingTypes.Choice<>(type);
    }

    /** Returns the type of a choice of words without an enum. */
    public static SettingType<String> word(String... words) {
        return new SettingTypes.Word(List.of(words));
    }

    /** Returns the type of lists of field names, separated by commas, at most 200. */
    public static SettingType<List<String>> names() {
        return new SettingTypes.Names();
    }

    /** Returns the type of texts of at most {@code maxLength} characters. */
    public static SettingType<String> text(int maxLength, String allowed) {
        return new SettingTypes.Text(maxLength, allowed);
    }

    public final Kind kind() {
        return kind;
    }

    public final Class<T> type() {
        return type;
    }

    /** Returns a description of the allowed values. */
    public abstract String allowed();

    /** Returns the allowed words, or an empty list if this is not a choice. */
    public List<String> choices() {
        return List.of();
    }

    /** Returns the text of the value that null stands for; empty if null resets a setting to its default. */
    public String nullText() {
        return "";
    }

    /** Parses a value. Throws an {@link IllegalArgumentException} that states the allowed values, without the text. */
    public final T parse(String text) {
        T value;
        try {
            value = parseText(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be " + allowed(), e);
        }
        return requireAllowed(value);
    }

    /** Returns the value if it is allowed, otherwise throws {@link IllegalArgumentException}. */
    public final T requireAllowed(T value) {
        if (!isAllowed(value)) {
            throw new IllegalArgumentException("must be " + allowed());
        }
        return value;
    }

    /** Returns the text that {@link #parse} parses back. */
    public abstract String text(T value);

    /** Parses a value. Throws {@link IllegalArgumentException}; its message is not shown. */
    protected abstract T parseText(String text);

    protected abstract boolean isAllowed(T value);

    static List<String> wordsOf(Enum<?>[] constants) {
        List<String> words = new ArrayList<>();
        for (Enum<?> constant : constants) {
            words.add(constant.name().toLowerCase(Locale.ROOT));
        }
        return List.copyOf(words);
    }
}
