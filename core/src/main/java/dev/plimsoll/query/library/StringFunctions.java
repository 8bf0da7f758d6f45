package dev.plimsoll.query.library;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.ops.Operators;
import dev.plimsoll.query.ops.StringFormat;
import dev.plimsoll.query.ops.TextOperations;
import dev.plimsoll.query.ops.ValueAccess;
import dev.plimsoll.query.value.ArrayElements;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueKind;
import dev.plimsoll.query.value.ValueWriter;
import java.util.PrimitiveIterator;

/** Functions for strings, without regular expressions. */
final class StringFunctions {

    private StringFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.function("tostring/0", (evaluation, in, none) -> StringFormat.text(in, evaluation.meter()));
        functionLibrary.function("tojson/0", (evaluation, in, none) -> ValueWriter.text(in, evaluation.meter()));
        functionLibrary.function(
                "fromjson/0",
                (evaluation, in, none) -> CollectionFunctions.fromJson(
                        text(in, "only strings can be parsed", evaluation.meter()), evaluation.meter()));
        functionLibrary.function(
                "utf8bytelength/0",
                (evaluation, in, none) ->
                        NumberValue.of(text(in, "only strings have UTF-8 byte length", evaluation.meter())
                                .text()
                                .length()));
        functionLibrary.function(
                "ascii_downcase/0", (evaluation, in, none) -> recased(in, "ascii_downcase", 'A', evaluation.meter()));
        functionLibrary.function(
                "ascii_upcase/0", (evaluation, in, none) -> recased(in, "ascii_upcase", 'a', evaluation.meter()));
        functionLibrary.function(
                "startswith/1",
                (evaluation, in, arguments) -> ConstantValue.of(affix(in, arguments[0], "startswith", true)));
        functionLibrary.function(
                "endswith/1",
                (evaluation, in, arguments) -> ConstantValue.of(affix(in, arguments[0], "endswith", false)));
        functionLibrary.function("ltrimstr/1", (evaluation, in, arguments) -> trimmed(in, arguments[0], true, false));
        functionLibrary.function("rtrimstr/1", (evaluation, in, arguments) -> trimmed(in, arguments[0], false, true));
        functionLibrary.function("trimstr/1", (evaluation, in, arguments) -> trimmed(in, arguments[0], true, true));
        functionLibrary.function("trim/0", (evaluation, in, none) -> stripped(in, true, true, evaluation.meter()));
        functionLibrary.function("ltrim/0", (evaluation, in, none) -> stripped(in, true, false, evaluation.meter()));
        functionLibrary.function("rtrim/0", (evaluation, in, none) -> stripped(in, false, true, evaluation.meter()));
        functionLibrary.function("explode/0", (evaluation, in, none) -> explode(in, evaluation.meter()));
        functionLibrary.function("implode/0", (evaluation, in, none) -> implode(in, evaluation.meter()));
        functionLibrary.function("join/1", (evaluation, in, arguments) -> join(in, arguments[0], evaluation.meter()));
        functionLibrary.function("split/1", (evaluation, in, arguments) -> split(in, arguments[0], evaluation.meter()));
        functionLibrary.function(
                "indices/1", (evaluation, in, arguments) -> indices(in, arguments[0], evaluation.meter()));
        functionLibrary.function(
                "_indices/1", (evaluation, in, arguments) -> indices(in, arguments[0], evaluation.meter()));
        functionLibrary.function(
                "index/1",
                (evaluation, in, arguments) ->
                        one(indices(in, arguments[0], evaluation.meter()), true, evaluation.meter()));
        functionLibrary.function(
                "rindex/1",
                (evaluation, in, arguments) ->
                        one(indices(in, arguments[0], evaluation.meter()), false, evaluation.meter()));
        for (StringFormat stringFormat : StringFormat.values()) {
            functionLibrary.function(
                    "@" + stringFormat.word() + "/0",
                    (evaluation, in, none) -> stringFormat.of(in, evaluation.meter()));
        }
    }

    private static StringValue text(Value in, String error, QueryMeter queryMeter) {
        if (in instanceof StringValue s) {
            return s;
        }
        throw Operators.wrong(in, error, queryMeter);
    }

    private static Value recased(Value in, String name, char first, QueryMeter queryMeter) {
        if (!(in instanceof StringValue s)) {
            throw new QueryError(name + " input must be a string");
        }
        byte[] bytes = s.text().toByteArray();
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] >= first && bytes[i] < first + 26) {
                bytes[i] ^= 0x20;
            }
        }
        queryMeter.built(bytes.length);
        queryMeter.walked(bytes.length);
        return StringValue.ofText(Slice.of(bytes));
    }

    private static boolean affix(Value in, Value affix, String name, boolean front) {
        if (!(in instanceof StringValue s) || !(affix instanceof StringValue a)) {
            throw new QueryError(name + "() requires string inputs");
        }
        return TextOperations.matches(
                s.text(), front ? 0 : s.text().length() - a.text().length(), a.text());
    }

    private static Value trimmed(Value in, Value affix, boolean front, boolean back) {
        if (!(in instanceof StringValue s) || !(affix instanceof StringValue a)) {
            return in;
        }
        Slice text = s.text();
        int length = a.text().length();
        int from = front && TextOperations.matches(text, 0, a.text()) ? length : 0;
        Slice rest = text.sub(from, text.length());
        int to = back && TextOperations.matches(rest, rest.length() - length, a.text())
                ? rest.length() - length
                : rest.length();
        return from == 0 && to == text.length() ? in : StringValue.ofText(rest.sub(0, to));
    }

    private static Value stripped(Value in, boolean front, boolean back, QueryMeter queryMeter) {
        Slice text = text(in, "cannot be trimmed", queryMeter).text();
        int from = 0;
        int to = text.length();
        while (front && from < to && isSpace(text.at(from))) {
            from++;
        }
        while (back && from < to && isSpace(text.at(to - 1))) {
            to--;
        }
        return from == 0 && to == text.length() ? in : StringValue.ofText(text.sub(from, to));
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static Value explode(Value in, QueryMeter queryMeter) {
        ListArrayValue points = new ListArrayValue(0);
        PrimitiveIterator.OfInt each =
                text(in, "cannot be exploded", queryMeter).string().codePoints().iterator();
        while (each.hasNext()) {
            queryMeter.step();
            points.add(NumberValue.of(each.nextInt()), queryMeter);
        }
        return points;
    }

    private static Value implode(Value in, QueryMeter queryMeter) {
        if (!(in instanceof ArrayValue array)) {
            throw Operators.wrong(in, "cannot be imploded, must be an array of codepoints", queryMeter);
        }
        StringBuilder text = new StringBuilder();
        ArrayElements points = array.items(queryMeter);
        while (points.next()) {
            if (!(points.value() instanceof NumberValue n) || n.toDouble() != n.toLong()) {
                throw Operators.wrong(
                        points.value(), "can't be imploded, unicode codepoint needs to be numeric", queryMeter);
            }
            long point = n.toLong();
            boolean valid = point >= 0 && point <= Character.MAX_CODE_POINT && (point < 0xD800 || point > 0xDFFF);
            text.appendCodePoint(valid ? (int) point : 0xFFFD);
        }
        queryMeter.built(text.length());
        return StringValue.of(text.toString());
    }

    private static Value join(Value in, Value separator, QueryMeter queryMeter) {
        ArrayElements arrayElements = ValueAccess.items(in, queryMeter);
        ByteSink text = new ByteSink(256);
        boolean hasItems = false;
        while (arrayElements.next()) {
            if (hasItems) {
                text.raw(joint(separator, StringValue.EMPTY, queryMeter));
            }
            hasItems = true;
            Value item = arrayElements.value();
            boolean structure = item instanceof ArrayValue || item.kind() == ValueKind.OBJECT;
            if (structure) {
                throw new QueryError(Operators.describe(StringValue.ofText(text.slice()), queryMeter) + " and "
                        + Operators.describe(item, queryMeter) + " cannot be added");
            }
            if (!item.isNull()) {
                text.raw(StringFormat.text(item, queryMeter).text());
            }
            queryMeter.output(text.size());
        }
        if (hasItems) {
            joint(separator, StringValue.EMPTY, queryMeter);
        }
        queryMeter.built(text.size());
        return StringValue.ofText(text.slice());
    }

    private static Slice joint(Value separator, StringValue before, QueryMeter queryMeter) {
        if (separator instanceof StringValue s) {
            return s.text();
        }
        if (separator.isNull()) {
            return before.text();
        }
        throw new QueryError(Operators.describe(before, queryMeter) + " and "
                + Operators.describe(separator, queryMeter) + " cannot be added");
    }

    private static Value split(Value in, Value separator, QueryMeter queryMeter) {
        if (in instanceof StringValue s && separator instanceof StringValue t) {
            return TextOperations.split(s.text(), t.text(), queryMeter);
        }
        throw new QueryError("split input and separator must be strings");
    }

    private static Value indices(Value in, Value wanted, QueryMeter queryMeter) {
        if (in instanceof StringValue s && wanted instanceof StringValue t) {
            return codePoints(s.text(), t.text(), queryMeter);
        }
        if (in instanceof ArrayValue array) {
            return ValueAccess.indices(
                    array, wanted instanceof ArrayValue part ? part : ListArrayValue.of(wanted), queryMeter);
        }
        return ValueAccess.index(in, wanted, queryMeter);
    }

    /** Returns the code point offsets of all occurrences, including overlapping ones. */
    private static Value codePoints(Slice text, Slice wanted, QueryMeter queryMeter) {
        if (wanted.isEmpty()) {
            return ConstantValue.NULL;
        }
        ListArrayValue found = new ListArrayValue(0);
        int points = 0;
        int counted = 0;
        for (int at = TextOperations.find(text, wanted, 0, queryMeter);
                at >= 0;
                at = TextOperations.find(text, wanted, at + 1, queryMeter)) {
            points += Utf8.codePoints(text.sub(counted, at));
            counted = at;
            queryMeter.step();
            found.add(NumberValue.of(points), queryMeter);
        }
        return found;
    }

    private static Value one(Value all, boolean first, QueryMeter queryMeter) {
        if (!(all instanceof ArrayValue array) || array.length(queryMeter) == 0) {
            return ConstantValue.NULL;
        }
        Value index = array.get(first ? 0 : array.length(queryMeter) - 1, queryMeter);
        return index == null ? ConstantValue.NULL : index;
    }
}
