package dev.plimsoll.query.library;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.ops.Format;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.ops.Texts;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.Kind;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.PrimitiveIterator;

/** Functions about strings, without regular expressions. */
final class Strings {

    private Strings() {}

    static void addTo(Library library) {
        library.function("tostring/0", (run, in, none) -> Format.text(in, run.meter()));
        library.function("tojson/0", (run, in, none) -> JsonOut.text(in, run.meter()));
        library.function(
                "fromjson/0",
                (run, in, none) ->
                        Collections.fromJson(text(in, "only strings can be parsed", run.meter()), run.meter()));
        library.function(
                "utf8bytelength/0",
                (run, in, none) -> Num.of(text(in, "only strings have UTF-8 byte length", run.meter())
                        .text()
                        .length()));
        library.function("ascii_downcase/0", (run, in, none) -> recased(in, "ascii_downcase", 'A', run.meter()));
        library.function("ascii_upcase/0", (run, in, none) -> recased(in, "ascii_upcase", 'a', run.meter()));
        library.function(
                "startswith/1", (run, in, arguments) -> Constant.of(affix(in, arguments[0], "startswith", true)));
        library.function("endswith/1", (run, in, arguments) -> Constant.of(affix(in, arguments[0], "endswith", false)));
        library.function("ltrimstr/1", (run, in, arguments) -> trimmed(in, arguments[0], true, false));
        library.function("rtrimstr/1", (run, in, arguments) -> trimmed(in, arguments[0], false, true));
        library.function("trimstr/1", (run, in, arguments) -> trimmed(in, arguments[0], true, true));
        library.function("trim/0", (run, in, none) -> stripped(in, true, true, run.meter()));
        library.function("ltrim/0", (run, in, none) -> stripped(in, true, false, run.meter()));
        library.function("rtrim/0", (run, in, none) -> stripped(in, false, true, run.meter()));
        library.function("explode/0", (run, in, none) -> explode(in, run.meter()));
        library.function("implode/0", (run, in, none) -> implode(in, run.meter()));
        library.function("join/1", (run, in, arguments) -> join(in, arguments[0], run.meter()));
        library.function("split/1", (run, in, arguments) -> split(in, arguments[0], run.meter()));
        library.function("indices/1", (run, in, arguments) -> indices(in, arguments[0], run.meter()));
        library.function("_indices/1", (run, in, arguments) -> indices(in, arguments[0], run.meter()));
        library.function(
                "index/1", (run, in, arguments) -> one(indices(in, arguments[0], run.meter()), true, run.meter()));
        library.function(
                "rindex/1", (run, in, arguments) -> one(indices(in, arguments[0], run.meter()), false, run.meter()));
        for (Format format : Format.values()) {
            library.function("@" + format.word() + "/0", (run, in, none) -> format.of(in, run.meter()));
        }
    }

    private static Str text(Value in, String otherwise, Meter meter) {
        if (in instanceof Str s) {
            return s;
        }
        throw Ops.wrong(in, otherwise, meter);
    }

    private static Value recased(Value in, String name, char first, Meter meter) {
        if (!(in instanceof Str s)) {
            throw new QueryError(name + " input must be a string");
        }
        byte[] bytes = s.text().toByteArray();
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] >= first && bytes[i] < first + 26) {
                bytes[i] ^= 0x20;
            }
        }
        meter.built(bytes.length);
        meter.walked(bytes.length);
        return Str.ofText(Slice.of(bytes));
    }

    private static boolean affix(Value in, Value affix, String name, boolean front) {
        if (!(in instanceof Str s) || !(affix instanceof Str a)) {
            throw new QueryError(name + "() requires string inputs");
        }
        return Texts.matches(s.text(), front ? 0 : s.text().length() - a.text().length(), a.text());
    }

    private static Value trimmed(Value in, Value affix, boolean front, boolean back) {
        if (!(in instanceof Str s) || !(affix instanceof Str a)) {
            return in;
        }
        Slice text = s.text();
        int length = a.text().length();
        int from = front && Texts.matches(text, 0, a.text()) ? length : 0;
        Slice rest = text.sub(from, text.length());
        int to = back && Texts.matches(rest, rest.length() - length, a.text()) ? rest.length() - length : rest.length();
        return from == 0 && to == text.length() ? in : Str.ofText(rest.sub(0, to));
    }

    private static Value stripped(Value in, boolean front, boolean back, Meter meter) {
        Slice text = text(in, "cannot be trimmed", meter).text();
        int from = 0;
        int to = text.length();
        while (front && from < to && isSpace(text.at(from))) {
            from++;
        }
        while (back && from < to && isSpace(text.at(to - 1))) {
            to--;
        }
        return from == 0 && to == text.length() ? in : Str.ofText(text.sub(from, to));
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static Value explode(Value in, Meter meter) {
        ListArr points = new ListArr(0);
        PrimitiveIterator.OfInt each =
                text(in, "cannot be exploded", meter).string().codePoints().iterator();
        while (each.hasNext()) {
            meter.step();
            points.add(Num.of(each.nextInt()), meter);
        }
        return points;
    }

    private static Value implode(Value in, Meter meter) {
        if (!(in instanceof Arr array)) {
            throw Ops.wrong(in, "cannot be imploded, must be an array of codepoints", meter);
        }
        StringBuilder text = new StringBuilder();
        Items points = array.items(meter);
        while (points.next()) {
            if (!(points.value() instanceof Num n) || n.toDouble() != n.toLong()) {
                throw Ops.wrong(points.value(), "can't be imploded, unicode codepoint needs to be numeric", meter);
            }
            long point = n.toLong();
            boolean valid = point >= 0 && point <= Character.MAX_CODE_POINT && (point < 0xD800 || point > 0xDFFF);
            text.appendCodePoint(valid ? (int) point : 0xFFFD);
        }
        meter.built(text.length());
        return Str.of(text.toString());
    }

    private static Value join(Value in, Value separator, Meter meter) {
        Items items = Access.items(in, meter);
        ByteSink text = new ByteSink(256);
        boolean any = false;
        while (items.next()) {
            if (any) {
                text.raw(joint(separator, Str.EMPTY, meter));
            }
            any = true;
            Value item = items.value();
            boolean structure = item instanceof Arr || item.kind() == Kind.OBJECT;
            if (structure) {
                throw new QueryError(Ops.describe(Str.ofText(text.slice()), meter) + " and " + Ops.describe(item, meter)
                        + " cannot be added");
            }
            if (!item.isNull()) {
                text.raw(Format.text(item, meter).text());
            }
            meter.output(text.size());
        }
        if (any) {
            joint(separator, Str.EMPTY, meter);
        }
        meter.built(text.size());
        return Str.ofText(text.slice());
    }

    private static Slice joint(Value separator, Str before, Meter meter) {
        if (separator instanceof Str s) {
            return s.text();
        }
        if (separator.isNull()) {
            return before.text();
        }
        throw new QueryError(
                Ops.describe(before, meter) + " and " + Ops.describe(separator, meter) + " cannot be added");
    }

    private static Value split(Value in, Value separator, Meter meter) {
        if (in instanceof Str s && separator instanceof Str t) {
            return Texts.split(s.text(), t.text(), meter);
        }
        throw new QueryError("split input and separator must be strings");
    }

    private static Value indices(Value in, Value wanted, Meter meter) {
        if (in instanceof Str s && wanted instanceof Str t) {
            return codePoints(s.text(), t.text(), meter);
        }
        if (in instanceof Arr array) {
            return Access.indices(array, wanted instanceof Arr part ? part : ListArr.of(wanted), meter);
        }
        return Access.index(in, wanted, meter);
    }

    /** Also those that overlap. */
    private static Value codePoints(Slice text, Slice wanted, Meter meter) {
        if (wanted.isEmpty()) {
            return Constant.NULL;
        }
        ListArr found = new ListArr(0);
        int points = 0;
        int counted = 0;
        for (int at = Texts.find(text, wanted, 0, meter); at >= 0; at = Texts.find(text, wanted, at + 1, meter)) {
            points += Utf8.codePoints(text.sub(counted, at));
            counted = at;
            meter.step();
            found.add(Num.of(points), meter);
        }
        return found;
    }

    private static Value one(Value all, boolean first, Meter meter) {
        if (!(all instanceof Arr array) || array.length(meter) == 0) {
            return Constant.NULL;
        }
        Value place = array.get(first ? 0 : array.length(meter) - 1, meter);
        return place == null ? Constant.NULL : place;
    }
}
