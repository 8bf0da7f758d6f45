package dev.plimsoll.query.function;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueKind;
import dev.plimsoll.query.value.ValueWriter;
import java.util.PrimitiveIterator;

/** Functions for strings, without regular expressions. */
final class StringFunctions {

    private StringFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative(
                "tostring/0", (evaluation, input, none) -> StringFormat.toText(input, evaluation.meter()));
        functionLibrary.defineNative(
                "tojson/0", (evaluation, input, none) -> ValueWriter.toJson(input, evaluation.meter()));
        functionLibrary.defineNative(
                "fromjson/0",
                (evaluation, input, none) -> CollectionFunctions.fromJson(
                        requireString(input, "only strings can be parsed", evaluation.meter()), evaluation.meter()));
        functionLibrary.defineNative(
                "utf8bytelength/0",
                (evaluation, input, none) ->
                        NumberValue.of(requireString(input, "only strings have UTF-8 byte length", evaluation.meter())
                                .text()
                                .length()));
        functionLibrary.defineNative(
                "ascii_downcase/0",
                (evaluation, input, none) -> changeCase(input, "ascii_downcase", 'A', evaluation.meter()));
        functionLibrary.defineNative(
                "ascii_upcase/0",
                (evaluation, input, none) -> changeCase(input, "ascii_upcase", 'a', evaluation.meter()));
        addAffixFunctions(functionLibrary);
        functionLibrary.defineNative("explode/0", (evaluation, input, none) -> explode(input, evaluation.meter()));
        functionLibrary.defineNative("implode/0", (evaluation, input, none) -> implode(input, evaluation.meter()));
        functionLibrary.defineNative(
                "join/1", (evaluation, input, arguments) -> join(input, arguments[0], evaluation.meter()));
        functionLibrary.defineNative(
                "split/1", (evaluation, input, arguments) -> split(input, arguments[0], evaluation.meter()));
        addSearchFunctions(functionLibrary);
        for (StringFormat stringFormat : StringFormat.values()) {
            functionLibrary.defineNative(
                    "@" + stringFormat.label() + "/0",
                    (evaluation, input, none) -> stringFormat.format(input, evaluation.meter()));
        }
    }

    /** Adds the functions that recognize or remove the beginning or end of a string. */
    private static void addAffixFunctions(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative(
                "startswith/1",
                (evaluation, input, arguments) -> ConstantValue.of(hasAffix(input, arguments[0], "startswith", true)));
        functionLibrary.defineNative(
                "endswith/1",
                (evaluation, input, arguments) -> ConstantValue.of(hasAffix(input, arguments[0], "endswith", false)));
        functionLibrary.defineNative(
                "ltrimstr/1", (evaluation, input, arguments) -> trimAffix(input, arguments[0], true, false));
        functionLibrary.defineNative(
                "rtrimstr/1", (evaluation, input, arguments) -> trimAffix(input, arguments[0], false, true));
        functionLibrary.defineNative(
                "trimstr/1", (evaluation, input, arguments) -> trimAffix(input, arguments[0], true, true));
        functionLibrary.defineNative(
                "trim/0", (evaluation, input, none) -> trimSpace(input, true, true, evaluation.meter()));
        functionLibrary.defineNative(
                "ltrim/0", (evaluation, input, none) -> trimSpace(input, true, false, evaluation.meter()));
        functionLibrary.defineNative(
                "rtrim/0", (evaluation, input, none) -> trimSpace(input, false, true, evaluation.meter()));
    }

    private static void addSearchFunctions(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative(
                "indices/1", (evaluation, input, arguments) -> indices(input, arguments[0], evaluation.meter()));
        functionLibrary.defineNative(
                "_indices/1", (evaluation, input, arguments) -> indices(input, arguments[0], evaluation.meter()));
        functionLibrary.defineNative(
                "index/1",
                (evaluation, input, arguments) ->
                        firstOrLast(indices(input, arguments[0], evaluation.meter()), true, evaluation.meter()));
        functionLibrary.defineNative(
                "rindex/1",
                (evaluation, input, arguments) ->
                        firstOrLast(indices(input, arguments[0], evaluation.meter()), false, evaluation.meter()));
    }

    private static StringValue requireString(Value input, String error, QueryMeter queryMeter) {
        if (input instanceof StringValue text) {
            return text;
        }
        throw QueryError.typeError(input, error, queryMeter);
    }

    private static Value changeCase(Value input, String name, char firstLetter, QueryMeter queryMeter) {
        if (!(input instanceof StringValue string)) {
            throw new QueryError(name + " input must be a string");
        }
        byte[] bytes = string.text().toByteArray();
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] >= firstLetter && bytes[i] < firstLetter + 26) {
                bytes[i] ^= 0x20;
            }
        }
        queryMeter.addBuiltBytes(bytes.length);
        queryMeter.addScannedBytes(bytes.length);
        return StringValue.ofText(Slice.of(bytes));
    }

    private static boolean hasAffix(Value input, Value affix, String name, boolean isAtStart) {
        if (!(input instanceof StringValue text) || !(affix instanceof StringValue affixText)) {
            throw new QueryError(name + "() requires string inputs");
        }
        return text.matchesAt(
                isAtStart ? 0 : text.text().length() - affixText.text().length(), affixText);
    }

    private static Value trimAffix(Value input, Value affix, boolean isAtStart, boolean isAtEnd) {
        if (!(input instanceof StringValue string) || !(affix instanceof StringValue affixString)) {
            return input;
        }
        Slice text = string.text();
        int length = affixString.text().length();
        int from = isAtStart && string.matchesAt(0, affixString) ? length : 0;
        int affixStart = text.length() - length;
        int to =
                isAtEnd && affixStart >= from && string.matchesAt(affixStart, affixString) ? affixStart : text.length();
        return from == 0 && to == text.length() ? input : StringValue.ofText(text.sub(from, to));
    }

    private static Value trimSpace(Value input, boolean isAtStart, boolean isAtEnd, QueryMeter queryMeter) {
        Slice text = requireString(input, "cannot be trimmed", queryMeter).text();
        int from = 0;
        int to = text.length();
        while (isAtStart && from < to && isSpace(text.at(from))) {
            from++;
        }
        while (isAtEnd && from < to && isSpace(text.at(to - 1))) {
            to--;
        }
        return from == 0 && to == text.length() ? input : StringValue.ofText(text.sub(from, to));
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static Value explode(Value input, QueryMeter queryMeter) {
        ListArrayValue codePoints = new ListArrayValue(0);
        PrimitiveIterator.OfInt iterator = requireString(input, "cannot be exploded", queryMeter)
                .string()
                .codePoints()
                .iterator();
        while (iterator.hasNext()) {
            queryMeter.step();
            codePoints.add(NumberValue.of(iterator.nextInt()), queryMeter);
        }
        return codePoints;
    }

    private static Value implode(Value input, QueryMeter queryMeter) {
        if (!(input instanceof ArrayValue array)) {
            throw QueryError.typeError(input, "cannot be imploded, must be an array of codepoints", queryMeter);
        }
        StringBuilder text = new StringBuilder();
        ValueIterator codePoints = array.items(queryMeter);
        while (codePoints.next()) {
            if (!(codePoints.value() instanceof NumberValue number) || number.toDouble() != number.toLong()) {
                throw QueryError.typeError(
                        codePoints.value(), "can't be imploded, unicode codepoint needs to be numeric", queryMeter);
            }
            long codePoint = number.toLong();
            boolean isValid = codePoint >= 0
                    && codePoint <= Character.MAX_CODE_POINT
                    && (codePoint < 0xD800 || codePoint > 0xDFFF);
            text.appendCodePoint(isValid ? (int) codePoint : 0xFFFD);
        }
        queryMeter.addBuiltBytes(text.length());
        return StringValue.of(text.toString());
    }

    private static Value join(Value input, Value separator, QueryMeter queryMeter) {
        ValueIterator elements = ValueAccess.items(input, queryMeter);
        ByteSink text = new ByteSink(256);
        boolean hasItems = false;
        while (elements.next()) {
            if (hasItems) {
                text.raw(separatorText(separator, queryMeter));
            }
            hasItems = true;
            Value item = elements.value();
            boolean isStructure = item instanceof ArrayValue || item.kind() == ValueKind.OBJECT;
            if (isStructure) {
                throw new QueryError(QueryError.describe(StringValue.ofText(text.slice()), queryMeter) + " and "
                        + QueryError.describe(item, queryMeter) + " cannot be added");
            }
            if (!item.isNull()) {
                text.raw(StringFormat.toText(item, queryMeter).text());
            }
            queryMeter.checkOutput(text.size());
        }
        if (hasItems) {
            // refuses an invalid separator also for a single item, which needs none
            separatorText(separator, queryMeter);
        }
        queryMeter.addBuiltBytes(text.size());
        return StringValue.ofText(text.slice());
    }

    private static Slice separatorText(Value separator, QueryMeter queryMeter) {
        if (separator instanceof StringValue text) {
            return text.text();
        }
        if (separator.isNull()) {
            return StringValue.EMPTY.text();
        }
        throw new QueryError(QueryError.describe(StringValue.EMPTY, queryMeter) + " and "
                + QueryError.describe(separator, queryMeter) + " cannot be added");
    }

    private static Value split(Value input, Value separator, QueryMeter queryMeter) {
        if (input instanceof StringValue text && separator instanceof StringValue separatorString) {
            return text.split(separatorString, queryMeter);
        }
        throw new QueryError("split input and separator must be strings");
    }

    private static Value indices(Value input, Value sought, QueryMeter queryMeter) {
        if (input instanceof StringValue text && sought instanceof StringValue soughtText) {
            return codePointIndices(text, soughtText, queryMeter);
        }
        if (input instanceof ArrayValue array) {
            return ValueAccess.indices(
                    array,
                    sought instanceof ArrayValue soughtItems ? soughtItems : ListArrayValue.of(sought),
                    queryMeter);
        }
        return ValueAccess.index(input, sought, queryMeter);
    }

    /** Returns the code point offsets of all occurrences, including overlapping ones. */
    private static Value codePointIndices(StringValue text, StringValue sought, QueryMeter queryMeter) {
        if (sought.text().isEmpty()) {
            return ConstantValue.NULL;
        }
        ListArrayValue indices = new ListArrayValue(0);
        int codePointOffset = 0;
        int countedBytes = 0;
        for (int byteOffset = text.find(sought, 0, queryMeter);
                byteOffset >= 0;
                byteOffset = text.find(sought, byteOffset + 1, queryMeter)) {
            codePointOffset += Utf8.codePoints(text.text().sub(countedBytes, byteOffset));
            countedBytes = byteOffset;
            queryMeter.step();
            indices.add(NumberValue.of(codePointOffset), queryMeter);
        }
        return indices;
    }

    private static Value firstOrLast(Value indices, boolean isFirst, QueryMeter queryMeter) {
        if (!(indices instanceof ArrayValue array) || array.length(queryMeter) == 0) {
            return ConstantValue.NULL;
        }
        Value index = array.get(isFirst ? 0 : array.length(queryMeter) - 1, queryMeter);
        return index == null ? ConstantValue.NULL : index;
    }
}
