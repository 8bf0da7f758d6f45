package dev.plimsoll.query.warning;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sentences that warn about values: texts that are used as numbers, and literals that never occur. */
final class ValueSentences {

    /** Maximum number of values that a sentence lists. */
    private static final int MAX_VALUES = 6;
    /** Maximum length of all listed values together. */
    private static final int MAX_LENGTH = 100;
    /** Maximum number of values among which similar ones are searched for. */
    private static final int MAX_SIMILAR = 1_000;

    private static final int MAX_VALUE_LENGTH = 40;

    private ValueSentences() {}

    /** Returns a sentence about text that looks like numbers; empty if the use is right. */
    static String ofText(ValueUse.Arithmetic use, PathValues values) {
        if (!values.isNumericText()) {
            return "";
        }
        boolean ordersText = use.kind() != ValueUse.Kind.ADD && !(use.literal() instanceof NumberValue);
        boolean isSameOrder = values.haveOneLength() && hasLengthOf(use.literal(), values);
        if (ordersText && isSameOrder) {
            return "";
        }
        int texts = values.count(JsonType.STRING);
        int all = values.count();
        String where = !use.path().isInList()
                ? ""
                : texts == all ? " in all " + records(all) : " in " + texts + " of " + records(all);
        return name(use.path()) + " is text" + where + "; use tonumber";
    }

    /** Returns whether a literal text, if there is one, is as long as the values. */
    private static boolean hasLengthOf(@Nullable Value literal, PathValues values) {
        return !(literal instanceof StringValue text)
                || values.mostFrequent().stream()
                        .allMatch(entry ->
                                entry.getKey().length() - 2 == text.text().length());
    }

    /** Returns a sentence about a value that never occurs; empty if there are too many values to tell. */
    static String ofValue(ValueUse.Equality use, PathValues values) {
        JsonType onlyType = values.onlyType();
        if (values.isOpen() || values.count() == values.count(JsonType.NULL)) {
            return "";
        }
        if (use.literal() instanceof NumberValue && values.isNumericText()) {
            return ofText(new ValueUse.Arithmetic(use.path(), ValueUse.Kind.COMPARE, use.literal()), values);
        }
        boolean isText = use.literal() instanceof StringValue;
        String wanted = shortened(PathValues.shown(use.literal()));
        String never = name(use.path()) + " is never " + (isText ? "\"" + wanted + "\"" : wanted) + "; ";
        if (onlyType != null && onlyType != typeOf(use.literal())) {
            String all = use.path().isInList() ? " in all " + records(values.count(onlyType)) : "";
            return never + "it is " + article(onlyType) + all;
        }
        return never + knownOrSimilarValues(use, values);
    }

    /**
     * Returns a sentence about a text that no value contains; empty unless there are few values, or some contain it in other
     * letters.
     */
    static String ofInside(ValueUse.Inside use, PathValues values) {
        if (values.isOpen() || values.onlyType() != JsonType.STRING) {
            return "";
        }
        String verb = switch (use.place()) {
            case START -> " never begins with \"";
            case END -> " never ends with \"";
            case ANYWHERE, ANYWHERE_IN_ANY_CASE -> " never contains \"";
            case WITHIN -> " is never inside \"";
        };
        String never = name(use.path()) + verb + shortened(use.text()) + "\"; ";
        String known = knownValues(use.path(), values);
        if (!known.isEmpty()) {
            return never + known;
        }
        int others = 0;
        for (Map.Entry<Slice, Integer> entry : values.mostFrequent()) {
            String value = PathValues.shown(Value.document(entry.getKey())).toLowerCase(Locale.ROOT);
            others += use.inAnyCase().isIn(value) ? entry.getValue() : 0;
        }
        return others == 0 ? "" : never + records(others) + (others == 1 ? " does" : " do") + " in other letters";
    }

    /** Returns the sentence about a text that values in letters of one case never have. */
    static String ofCase(ValueUse.OtherCase use) {
        String corrected =
                use.isLower() ? use.text().toLowerCase(Locale.ROOT) : use.text().toUpperCase(Locale.ROOT);
        return (use.isLower() ? "ascii_downcase" : "ascii_upcase") + " never gives \"" + shortened(use.text())
                + "\"; use \"" + shortened(corrected) + "\"";
    }

    /** Returns the values with their counts; empty if there are many. */
    private static String knownValues(DocumentPath path, PathValues values) {
        List<Map.Entry<Slice, Integer>> entries = values.mostFrequent();
        List<String> counts = new ArrayList<>();
        int length = 0;
        for (Map.Entry<Slice, Integer> entry : entries.subList(0, Math.min(entries.size(), MAX_VALUES + 1))) {
            String value = shortened(PathValues.shown(Value.document(entry.getKey())));
            counts.add(path.isInList() ? value + " " + entry.getValue() : value);
            length += value.length();
        }
        boolean areFew = !counts.isEmpty() && counts.size() <= MAX_VALUES && length <= MAX_LENGTH;
        return areFew ? "it is " + String.join(", ", counts) : "";
    }

    private static String knownOrSimilarValues(ValueUse.Equality use, PathValues values) {
        String known = knownValues(use.path(), values);
        if (!known.isEmpty()) {
            return known;
        }
        List<Map.Entry<Slice, Integer>> entries = values.mostFrequent();
        List<String> texts = entries.stream()
                .limit(MAX_SIMILAR)
                .map(entry -> PathValues.shown(Value.document(entry.getKey())))
                .toList();
        List<String> similar = use.literal() instanceof StringValue text
                ? NameSuggestions.similarNames(text.string(), texts, 1)
                : List.of();
        return similar.isEmpty()
                ? "it has " + entries.size() + " other values"
                : "did you mean \"" + shortened(similar.get(0)) + "\"?";
    }

    private static JsonType typeOf(Value literal) {
        return literal instanceof StringValue
                ? JsonType.STRING
                : literal instanceof NumberValue ? JsonType.NUMBER : JsonType.BOOLEAN;
    }

    private static String article(JsonType type) {
        String word = type == JsonType.STRING ? "text" : type.name().toLowerCase(Locale.ROOT);
        boolean isVowel = type == JsonType.ARRAY || type == JsonType.OBJECT;
        return type == JsonType.STRING ? word : (isVowel ? "an " : "a ") + word;
    }

    private static String records(int count) {
        return count == 1 ? "1 record" : count + " records";
    }

    private static String name(DocumentPath path) {
        String name = path.name();
        return name.isEmpty() ? (path.isInList() ? "each item" : ".") : shortened(name);
    }

    private static String shortened(String value) {
        return value.length() <= MAX_VALUE_LENGTH ? value : value.substring(0, MAX_VALUE_LENGTH - 1) + "…";
    }
}
