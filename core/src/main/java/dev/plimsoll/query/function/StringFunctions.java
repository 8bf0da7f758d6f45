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
        functionLibrary.defineNative("tojson/0", (evaluation, input, none) -> ValueWriter.toJson(input, evaluation.meter()));
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
                "ascii_upcase/0", (evaluation, input, none) -> changeCase(input, "ascii_upcase", 'a', evaluation.meter()));
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
        functionLibrary.defineNative("trim/0", (evaluation, input, none) -> trimSpace(input, true, true, evaluation.meter()));
        functionLibrary.defineNative(
                "ltrim/0", (evaluation, input, none) -> trimSpace(input, true, false, evaluation.meter()));
        functionLibrary.defineNative(
                "rtrim/0", (evaluation, input, none) -> trimSpace(input, false, true, evaluation.meter()));
        functionLibrary.defineNative("explode/0", (evaluation, input, none) -> explode(input, evaluation.meter()));
        functionLibrary.defineNative("implode/0", (evaluation, input, none) -> implode(input, evaluation.meter()));
        functionLibrary.defineNative(
                "join/1", (evaluation, input, arguments) -> join(input, arguments[0], evaluation.meter()));
        functionLibrary.defineNative(
                "split/1", (evaluation, input, arguments) -> split(input, arguments[0], evaluation.meter()));
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
        for (StringFormat stringFormat : StringFormat.values()) {
            functionLibrary.defineNative(
                    "@" + stringFormat.label() + "/0",
                    (evaluation, input, none) -> stringFormat.format(input, evaluation.meter()));
        }
    }

    private static StringValue requireString(Value input, String error, QueryMeter queryMeter) {
        if (input instanceof StringValue s) {
            return s;
        }
        throw QueryError.typeError(input, error, queryMeter);
    }

    private static Value changeCase(Value input, String name, char first, QueryMeter queryMeter) {
        if (!(input instanceof StringValue s)) {
            throw new QueryError(name + " input must be a string");
        }
        byte[] bytes = s.text().toByteArray();
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] >= first && bytes[i] < first + 26) {
                bytes[i] ^= 0x20;
            }
        }
        queryMeter.addBuiltBytes(bytes.length);
        queryMeter.addScannedBytes(bytes.length);
        return StringValue.ofText(Slice.of(bytes));
    }

    private static boolean hasAffix(Value input, Value affix, String name, boolean isAtStart) {
        if (!(input instanceof StringValue s) || !(affix instanceof StringValue a)) {
            throw new QueryError(name + "() requires string inputs");
        }
        return s.matchesAt(isAtStart ? 0 : s.text().length() - a.text().length(), a);
    }

    private static Value trimAffix(Value input, Value affix, boolean isAtStart, boolean isAtEnd) {
        if (!(input instanceof StringValue s) || !(affix instanceof StringValue a)) {
            return input;
        }
        Slice text = s.text();
        int length = a.text().length();
        int from = isAtStart && s.matchesAt(0, a) ? length : 0;
        int end = text.length() - length;
        int to = isAtEnd && end >= from && s.matchesAt(end, a) ? end : text.length();
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
        ListArrayValue points = new ListArrayValue(0);
        PrimitiveIterator.OfInt each = requireString(input, "cannot be exploded", queryMeter)
                .string()
                .codePoints()
                .iterator();
        while (each.hasNext()) {
            queryMeter.step();
            points.add(NumberValue.of(each.nextInt()), queryMeter);
        }
        return points;
    }

    private static Value implode(Value input, QueryMeter queryMeter) {
        if (!(input instanceof ArrayValue array)) {
            throw QueryError.typeError(input, "cannot be imploded, must be an array of codepoints", queryMeter);
        }
        StringBuilder text = new StringBuilder();
        ValueIterator points = array.items(queryMeter);
        while (points.next()) {
            if (!(points.value() instanceof NumberValue n) || n.toDouble() != n.toLong()) {
                throw QueryError.typeError(
                        points.value(), "can't be imploded, unicode codepoint needs to be numeric", queryMeter);
            }
            long point = n.toLong();
            boolean isValid = point >= 0 && point <= Character.MAX_CODE_POINT && (point < 0xD800 || point > 0xDFFF);
            text.appendCodePoint(isValid ? (int) point : 0xFFFD);
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
                text.raw(separatorText(separator, StringValue.EMPTY, queryMeter));
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
            separatorText(separator, StringValue.EMPTY, queryMeter);
        }
        queryMeter.addBuiltBytes(text.size());
        return StringValue.ofText(text.slice());
    }

    private static Slice separatorText(Value separator, StringValue before, QueryMeter queryMeter) {
        if (separator instanceof StringValue s) {
            return s.text();
        }
        if (separator.isNull()) {
            return before.text();
        }
        throw new QueryError(QueryError.describe(before, queryMeter) + " and "
                + QueryError.describe(separator, queryMeter) + " cannot be added");
    }

    private static Value split(Value input, Value separator, QueryMeter queryMeter) {
        if (input instanceof StringValue s && separator instanceof StringValue t) {
            return s.split(t, queryMeter);
        }
        throw new QueryError("split input and separator must be strings");
    }

    private static Value indices(Value input, Value wanted, QueryMeter queryMeter) {
        if (input instanceof StringValue s && wanted instanceof StringValue t) {
            return codePointIndices(s, t, queryMeter);
        }
        if (input instanceof ArrayValue array) {
            return ValueAccess.indices(
                    array, wanted instanceof ArrayValue part ? part : ListArrayValue.of(wanted), queryMeter);
        }
        return ValueAccess.index(input, wanted, queryMeter);
    }

    /** Returns the code point offsets of all occurrences, including overlapping ones. */
    private static Value codePointIndices(StringValue text, StringValue wanted, QueryMeter queryMeter) {
        if (wanted.text().isEmpty()) {
            return ConstantValue.NULL;
        }
        ListArrayValue indices = new ListArrayValue(0);
        int codePointOffset = 0;
        int countedBytes = 0;
        for (int byteOffset = text.find(wanted, 0, queryMeter); byteOffset >= 0; byteOffset = text.find(wanted, byteOffset + 1, queryMeter)) {
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
