package dev.plimsoll.query.library;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.eval.Native;
import dev.plimsoll.query.eval.Pipe;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.ops.Containment;
import dev.plimsoll.query.ops.Format;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Raw;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.List;

/** Functions about arrays and objects as wholes. */
final class Collections {

    private static final Str KEY = Str.of("key");
    private static final Str VALUE = Str.of("value");
    private static final List<Str> KEYS =
            List.of(KEY, Str.of("k"), Str.of("name"), Str.of("Name"), Str.of("K"), Str.of("Key"));
    private static final List<Str> VALUES = List.of(VALUE, Str.of("v"), Str.of("Value"));

    private Collections() {}

    static void addTo(Library library) {
        library.function("length/0", (run, in, none) -> length(in, run.meter()));
        library.function("keys/0", (run, in, none) -> keys(in, true, run.meter()));
        library.function("keys_unsorted/0", (run, in, none) -> keys(in, false, run.meter()));
        library.function("has/1", (run, in, arguments) -> Constant.of(has(in, arguments[0], run.meter())));
        library.function(
                "contains/1", (run, in, arguments) -> Constant.of(Containment.contains(in, arguments[0], run.meter())));
        library.function("reverse/0", (run, in, none) -> reverse(in, run.meter()));
        library.function("type/0", (run, in, none) -> Str.of(in.kind().word()));
        library.function("toarray/0", (run, in, none) -> in instanceof Arr ? in : ListArr.of(in));
        library.function("to_entries/0", (run, in, none) -> toEntries(in, run.meter()));
        library.function("from_entries/0", (run, in, none) -> fromEntries(in, run.meter()));
        library.form(
                "with_entries/1",
                arguments -> new Pipe(
                        new Native((run, in, none) -> toEntries(in, run.meter()), List.of()),
                        new Pipe(
                                ControlForms.map(arguments.get(0)),
                                new Native((run, in, none) -> fromEntries(in, run.meter()), List.of()))));
        library.function("flatten/0", (run, in, none) -> flatten(in, Integer.MAX_VALUE, run));
        library.function("flatten/1", (run, in, arguments) -> flatten(in, levels(arguments[0]), run));
        library.function("transpose/0", (run, in, none) -> transpose(in, run.meter()));
    }

    private static Value length(Value in, Meter meter) {
        if (in instanceof Arr array) {
            return Num.of(array.length(meter));
        }
        if (in instanceof Obj object) {
            return Num.of(object.length(meter));
        }
        if (in instanceof Str s) {
            meter.walked(s.text().length());
            return Num.of(Utf8.codePoints(s.text()));
        }
        if (in instanceof Num n) {
            return n.signum() < 0 ? Numbers.negate(n) : n;
        }
        if (in.isNull()) {
            return Num.ZERO;
        }
        throw Ops.wrong(in, "has no length", meter);
    }

    private static Value keys(Value in, boolean sorted, Meter meter) {
        if (in instanceof Arr array) {
            ListArr keys = new ListArr(0);
            for (int i = 0; i < array.length(meter); i++) {
                meter.step();
                keys.add(Num.of(i), meter);
            }
            return keys;
        }
        if (!(in instanceof Obj object)) {
            throw Ops.wrong(in, "has no keys", meter);
        }
        ListArr keys = new ListArr(0);
        if (sorted) {
            for (Str key : object.sortedKeys(meter)) {
                keys.add(key, meter);
            }
            return keys;
        }
        Entries entries = object.entries(meter);
        while (entries.next()) {
            keys.add(entries.key(), meter);
        }
        return keys;
    }

    private static boolean has(Value in, Value key, Meter meter) {
        if (in instanceof Obj object && key instanceof Str name) {
            return object.get(name, meter) != null;
        }
        if (in.isNull()) {
            return false;
        }
        if (in instanceof Arr array && key instanceof Num n) {
            return n.signum() >= 0 && !n.isNan() && n.toDouble() < array.length(meter);
        }
        throw QueryError.about(
                in,
                "Cannot check whether " + in.kind().word() + " has a "
                        + key.kind().word() + " key");
    }

    private static Value reverse(Value in, Meter meter) {
        if (in.isNull()) {
            return new ListArr(0);
        }
        if (in instanceof Str s) {
            int[] points = s.string().codePoints().toArray();
            StringBuilder reversed = new StringBuilder();
            for (int i = points.length - 1; i >= 0; i--) {
                reversed.appendCodePoint(points[i]);
            }
            meter.built(2L * points.length);
            meter.steps(points.length);
            return Str.of(reversed.toString());
        }
        if (!(in instanceof Arr array)) {
            throw Ops.wrong(in, "cannot be reversed, as it is not an array", meter);
        }
        ListArr items = array.list(meter);
        ListArr reversed = new ListArr(items.length(meter));
        for (int i = items.length(meter) - 1; i >= 0; i--) {
            meter.step();
            Value item = items.get(i, meter);
            reversed.add(item == null ? Constant.NULL : item, meter);
        }
        return reversed;
    }

    private static Value toEntries(Value in, Meter meter) {
        ListArr all = new ListArr(0);
        if (in instanceof Arr array) {
            Items items = array.items(meter);
            for (int i = 0; items.next(); i++) {
                all.add(new MapObj().add(KEY, Num.of(i), meter).add(VALUE, items.value(), meter), meter);
            }
            return all;
        }
        if (!(in instanceof Obj object)) {
            throw Ops.wrong(in, "has no keys", meter);
        }
        Entries entries = object.entries(meter);
        while (entries.next()) {
            all.add(new MapObj().add(KEY, entries.key(), meter).add(VALUE, entries.value(), meter), meter);
        }
        return all;
    }

    private static Value fromEntries(Value in, Meter meter) {
        MapObj object = new MapObj();
        Items items = Access.items(in, meter);
        while (items.next()) {
            Value entry = items.value();
            Value key = Constant.NULL;
            for (int i = 0; i < KEYS.size() && (i < 1 || !key.isTrue()) && (i != 1 || key.isNull()); i++) {
                key = Access.field(entry, KEYS.get(i), meter);
            }
            Value value = Constant.NULL;
            for (Str name : VALUES) {
                if (entry instanceof Obj o && o.get(name, meter) != null) {
                    value = Access.field(o, name, meter);
                    break;
                }
            }
            object.add(Format.text(key, meter), value, meter);
        }
        return object;
    }

    private static int levels(Value depth) {
        if (!(depth instanceof Num n)) {
            throw new QueryError("flatten depth must be a number");
        }
        if (n.signum() < 0) {
            throw new QueryError("flatten depth must not be negative");
        }
        return (int) Math.min(Integer.MAX_VALUE, n.toLong());
    }

    private static Value flatten(Value in, int levels, Run run) {
        ListArr flat = new ListArr(0);
        flatten(Access.items(in, run.meter()), levels, flat, run.meter());
        return flat;
    }

    private static void flatten(Items items, int levels, ListArr flat, Meter meter) {
        meter.enter(2);
        while (items.next()) {
            if (levels > 0 && items.value() instanceof Arr inner) {
                flatten(inner.items(meter), levels - 1, flat, meter);
            } else {
                flat.add(items.value(), meter);
            }
        }
        meter.leave(2);
    }

    private static Value transpose(Value in, Meter meter) {
        ListArr columns = new ListArr(0);
        int rows = 0;
        Items items = Access.items(in, meter);
        while (items.next()) {
            Items cells = row(items.value(), meter);
            for (int column = 0; cells.next(); column++) {
                if (column == columns.length(meter)) {
                    columns.add(new ListArr(0), meter);
                }
                pad((ListArr) item(columns, column, meter), rows, meter).add(cells.value(), meter);
            }
            rows++;
        }
        for (int column = 0; column < columns.length(meter); column++) {
            pad((ListArr) item(columns, column, meter), rows, meter);
        }
        return columns;
    }

    private static Items row(Value row, Meter meter) {
        if (row.isNull()) {
            return new ListArr(0).items(meter);
        }
        if (row instanceof Arr array) {
            return array.items(meter);
        }
        throw Ops.notIndexable(row, "number");
    }

    private static Value item(ListArr array, int i, Meter meter) {
        Value item = array.get(i, meter);
        return item == null ? Constant.NULL : item;
    }

    private static ListArr pad(ListArr column, int rows, Meter meter) {
        while (column.length(meter) < rows) {
            meter.step();
            column.add(Constant.NULL, meter);
        }
        return column;
    }

    /** JSON in a string, as a value. */
    static Value fromJson(Str text, Meter meter) {
        meter.walked(text.text().length());
        if (!Json.isValid(text.text())) {
            if (text.string().strip().equals("nan")) {
                return Num.NAN;
            }
            throw new QueryError("invalid JSON (while parsing '"
                    + JsonOut.excerpt(text, meter).replace("\"", "") + "')");
        }
        return Raw.document(text.text());
    }
}
