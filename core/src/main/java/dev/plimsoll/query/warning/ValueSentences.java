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

    /** Returns a sentence about numbers that are text; empty if the use is correct. */
    static String textAsNumber(ValueUse.NumericUse use, PathValues values) {
        if (!values.isNumericText()) {
            return "";
        }
        boolean isTextOrdered = use.kind() != ValueUse.Kind.ADD && !(use.literal() instanceof NumberValue);
        boolean isSameOrder = values.hasEqualLengths() && hasLengthOf(use.literal(), values);
        if (isTextOrdered && isSameOrder) {
            return "";
        }
        int textCount = values.count(JsonType.STRING);
        int valueCount = values.count();
        String recordsPhrase = !use.path().isInList()
                ? ""
                : textCount == valueCount
                        ? " in all " + countRecords(valueCount)
                        : " in " + textCount + " of " + countRecords(valueCount);
        return describePath(use.path()) + " is text" + recordsPhrase + "; use tonumber";
    }

    /** Returns whether a literal text, if there is one, is as long as the values. */
    private static boolean hasLengthOf(@Nullable Value literal, PathValues values) {
        return !(literal instanceof StringValue text)
                || values.mostFrequent().stream()
                        .allMatch(entry ->
                                entry.getKey().length() - 2 == text.text().length());
    }

    /** Returns a sentence about a value that never occurs; empty if not all values are known. */
    static String missingValue(ValueUse.Equality use, PathValues values) {
        JsonType commonType = values.commonType();
        if (values.isIncomplete() || values.count() == values.count(JsonType.NULL)) {
            return "";
        }
        if (use.literal() instanceof NumberValue && values.isNumericText()) {
            return textAsNumber(new ValueUse.NumericUse(use.path(), ValueUse.Kind.COMPARE, use.literal()), values);
        }
        boolean isText = use.literal() instanceof StringValue;
        String literalText = shorten(PathValues.toText(use.literal()));
        String neverPhrase =
                describePath(use.path()) + " is never " + (isText ? "\"" + literalText + "\"" : literalText) + "; ";
        if (commonType != null && commonType != typeOf(use.literal())) {
            String recordsPhrase = use.path().isInList() ? " in all " + countRecords(values.count(commonType)) : "";
            return neverPhrase + "it is " + withArticle(commonType) + recordsPhrase;
        }
        return neverPhrase + knownOrSimilarValues(use, values);
    }

    /**
     * Returns a sentence about a text that no value contains; empty unless there are few values, or some contain the text in
     * another case.
     */
    static String missingText(ValueUse.TextSearch use, PathValues values) {
        if (values.isIncomplete() || values.commonType() != JsonType.STRING) {
            return "";
        }
        String verb = switch (use.position()) {
            case START -> " never begins with \"";
            case END -> " never ends with \"";
            case ANYWHERE, ANYWHERE_IN_ANY_CASE -> " never contains \"";
            case WITHIN -> " is never inside \"";
        };
        String neverPhrase = describePath(use.path()) + verb + shorten(use.text()) + "\"; ";
        String valueList = knownValues(use.path(), values);
        if (!valueList.isEmpty()) {
            return neverPhrase + valueList;
        }
        int otherCaseCount = 0;
        for (Map.Entry<Slice, Integer> entry : values.mostFrequent()) {
            String value = PathValues.toText(Value.document(entry.getKey())).toLowerCase(Locale.ROOT);
            otherCaseCount += use.toLowerCase().isFoundIn(value) ? entry.getValue() : 0;
        }
        return otherCaseCount == 0
                ? ""
                : neverPhrase + countRecords(otherCaseCount) + (otherCaseCount == 1 ? " does" : " do")
                        + " in another case";
    }

    /** Returns the sentence about a text that values in upper or lower case can never equal. */
    static String wrongCase(ValueUse.CaseMismatch use) {
        String corrected =
                use.isLower() ? use.text().toLowerCase(Locale.ROOT) : use.text().toUpperCase(Locale.ROOT);
        return (use.isLower() ? "ascii_downcase" : "ascii_upcase") + " never returns \"" + shorten(use.text())
                + "\"; use \"" + shorten(corrected) + "\"";
    }

    /** Returns the values with their counts; empty if there are many. */
    private static String knownValues(DocumentPath path, PathValues values) {
        List<Map.Entry<Slice, Integer>> entries = values.mostFrequent();
        List<String> counts = new ArrayList<>();
        int length = 0;
        for (Map.Entry<Slice, Integer> entry : entries.subList(0, Math.min(entries.size(), MAX_VALUES + 1))) {
            String value = shorten(PathValues.toText(Value.document(entry.getKey())));
            counts.add(path.isInList() ? value + " " + entry.getValue() : value);
            length += value.length();
        }
        boolean isShortList = !counts.isEmpty() && counts.size() <= MAX_VALUES && length <= MAX_LENGTH;
        return isShortList ? "it is " + String.join(", ", counts) : "";
    }

    private static String knownOrSimilarValues(ValueUse.Equality use, PathValues values) {
        String valueList = knownValues(use.path(), values);
        if (!valueList.isEmpty()) {
            return valueList;
        }
        List<Map.Entry<Slice, Integer>> entries = values.mostFrequent();
        List<String> texts = entries.stream()
                .limit(MAX_SIMILAR)
                .map(entry -> PathValues.toText(Value.document(entry.getKey())))
                .toList();
        List<String> similar = use.literal() instanceof StringValue text
                ? NameSuggestions.similarNames(text.string(), texts, 1)
                : List.of();
        return similar.isEmpty()
                ? "it has " + entries.size() + " other values"
                : "did you mean \"" + shorten(similar.get(0)) + "\"?";
    }

    private static JsonType typeOf(Value literal) {
        return literal instanceof StringValue
                ? JsonType.STRING
                : literal instanceof NumberValue ? JsonType.NUMBER : JsonType.BOOLEAN;
    }

    private static String withArticle(JsonType type) {
        String word = type == JsonType.STRING ? "text" : type.name().toLowerCase(Locale.ROOT);
        boolean isVowel = type == JsonType.ARRAY || type == JsonType.OBJECT;
        return type == JsonType.STRING ? word : (isVowel ? "an " : "a ") + word;
    }

    private static String countRecords(int count) {
        return count == 1 ? "1 record" : count + " records";
    }

    private static String describePath(DocumentPath path) {
        String name = path.name();
        return name.isEmpty() ? (path.isInList() ? "each item" : ".") : shorten(name);
    }

    private static String shorten(String value) {
        return value.length() <= MAX_VALUE_LENGTH ? value : value.substring(0, MAX_VALUE_LENGTH - 1) + "…";
    }
}
