package dev.plimsoll.query.function;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.ControlNode;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.SortKeys;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueWriter;
import java.util.List;

/** Functions for arrays and objects. */
final class CollectionFunctions {

    private static final StringValue KEY = StringValue.of("key");
    private static final StringValue VALUE = StringValue.of("value");
    private static final List<StringValue> KEYS = List.of(
            KEY,
            StringValue.of("k"),
            StringValue.of("name"),
            StringValue.of("Name"),
            StringValue.of("K"),
            StringValue.of("Key"));
    private static final List<StringValue> VALUES = List.of(VALUE, StringValue.of("v"), StringValue.of("Value"));

    private CollectionFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative("length/0", (evaluation, in, none) -> length(in, evaluation.meter()));
        functionLibrary.defineNative("keys/0", (evaluation, in, none) -> keys(in, true, evaluation.meter()));
        functionLibrary.defineNative("keys_unsorted/0", (evaluation, in, none) -> keys(in, false, evaluation.meter()));
        functionLibrary.defineNative(
                "has/1", (evaluation, in, arguments) -> ConstantValue.of(has(in, arguments[0], evaluation.meter())));
        functionLibrary.defineNative(
                "contains/1",
                (evaluation, in, arguments) ->
                        ConstantValue.of(Containment.contains(in, arguments[0], evaluation.meter())));
        functionLibrary.defineNative("reverse/0", (evaluation, in, none) -> reverse(in, evaluation.meter()));
        functionLibrary.defineNative(
                "type/0", (evaluation, in, none) -> StringValue.of(in.kind().typeName()));
        functionLibrary.defineNative(
                "toarray/0", (evaluation, in, none) -> in instanceof ArrayValue ? in : ListArrayValue.of(in));
        functionLibrary.defineNative("to_entries/0", (evaluation, in, none) -> toEntries(in, evaluation.meter()));
        functionLibrary.defineNative("from_entries/0", (evaluation, in, none) -> fromEntries(in, evaluation.meter()));
        functionLibrary.define(
                "with_entries/1",
                arguments -> new ControlNode.Pipe(
                        new CallNode.Native((evaluation, in, none) -> toEntries(in, evaluation.meter()), List.of()),
                        new ControlNode.Pipe(
                                ControlFunctions.map(arguments.get(0)),
                                new CallNode.Native(
                                        (evaluation, in, none) -> fromEntries(in, evaluation.meter()), List.of()))));
        functionLibrary.defineNative("flatten/0", (evaluation, in, none) -> flatten(in, Integer.MAX_VALUE, evaluation));
        functionLibrary.defineNative(
                "flatten/1", (evaluation, in, arguments) -> flatten(in, levels(arguments[0]), evaluation));
        functionLibrary.defineNative("transpose/0", (evaluation, in, none) -> transpose(in, evaluation.meter()));
    }

    private static Value length(Value in, QueryMeter queryMeter) {
        if (in instanceof ArrayValue array) {
            return NumberValue.of(array.length(queryMeter));
        }
        if (in instanceof ObjectValue object) {
            return NumberValue.of(object.length(queryMeter));
        }
        if (in instanceof StringValue s) {
            queryMeter.addScannedBytes(s.text().length());
            return NumberValue.of(Utf8.codePoints(s.text()));
        }
        if (in instanceof NumberValue n) {
            return n.signum() < 0 ? Numbers.negate(n) : n;
        }
        if (in.isNull()) {
            return NumberValue.ZERO;
        }
        throw QueryError.typeError(in, "has no length", queryMeter);
    }

    private static Value keys(Value in, boolean isSorted, QueryMeter queryMeter) {
        if (in instanceof ArrayValue array) {
            ListArrayValue keys = new ListArrayValue(0);
            for (int i = 0; i < array.length(queryMeter); i++) {
                queryMeter.step();
                keys.add(NumberValue.of(i), queryMeter);
            }
            return keys;
        }
        if (!(in instanceof ObjectValue object)) {
            throw QueryError.typeError(in, "has no keys", queryMeter);
        }
        ListArrayValue keys = new ListArrayValue(0);
        if (isSorted) {
            for (StringValue key : object.sortedKeys(queryMeter)) {
                keys.add(key, queryMeter);
            }
            return keys;
        }
        ObjectValue.Entries entries = object.entries(queryMeter);
        while (entries.next()) {
            keys.add(entries.key(), queryMeter);
        }
        return keys;
    }

    private static boolean has(Value in, Value key, QueryMeter queryMeter) {
        if (in instanceof ObjectValue object && key instanceof StringValue name) {
            return object.get(name, queryMeter) != null;
        }
        if (in.isNull()) {
            return false;
        }
        if (in instanceof ArrayValue array && key instanceof NumberValue n) {
            return n.signum() >= 0 && !n.isNan() && n.toDouble() < array.length(queryMeter);
        }
        throw QueryError.about(
                in,
                "Cannot check whether " + in.kind().typeName() + " has a "
                        + key.kind().typeName() + " key");
    }

    private static Value reverse(Value in, QueryMeter queryMeter) {
        if (in.isNull()) {
            return new ListArrayValue(0);
        }
        if (in instanceof StringValue s) {
            int[] points = s.string().codePoints().toArray();
            StringBuilder reversed = new StringBuilder();
            for (int i = points.length - 1; i >= 0; i--) {
                reversed.appendCodePoint(points[i]);
            }
            queryMeter.addBuiltBytes(2L * points.length);
            queryMeter.addSteps(points.length);
            return StringValue.of(reversed.toString());
        }
        if (!(in instanceof ArrayValue array)) {
            throw QueryError.typeError(in, "cannot be reversed, as it is not an array", queryMeter);
        }
        ListArrayValue items = array.list(queryMeter);
        ListArrayValue reversed = new ListArrayValue(items.length(queryMeter));
        for (int i = items.length(queryMeter) - 1; i >= 0; i--) {
            queryMeter.step();
            Value item = items.get(i, queryMeter);
            reversed.add(item == null ? ConstantValue.NULL : item, queryMeter);
        }
        SortKeys keys = in.sortKeys();
        reversed.setSortKeys(keys == null ? null : keys.reversed());
        return reversed;
    }

    private static Value toEntries(Value in, QueryMeter queryMeter) {
        ListArrayValue all = new ListArrayValue(0);
        if (in instanceof ArrayValue array) {
            ValueIterator elements = array.items(queryMeter);
            for (int i = 0; elements.next(); i++) {
                all.add(
                        new MapObjectValue()
                                .add(KEY, NumberValue.of(i), queryMeter)
                                .add(VALUE, elements.value(), queryMeter),
                        queryMeter);
            }
            return all;
        }
        if (!(in instanceof ObjectValue object)) {
            throw QueryError.typeError(in, "has no keys", queryMeter);
        }
        ObjectValue.Entries entries = object.entries(queryMeter);
        while (entries.next()) {
            all.add(
                    new MapObjectValue().add(KEY, entries.key(), queryMeter).add(VALUE, entries.value(), queryMeter),
                    queryMeter);
        }
        return all;
    }

    private static Value fromEntries(Value in, QueryMeter queryMeter) {
        MapObjectValue object = new MapObjectValue();
        ValueIterator elements = ValueAccess.items(in, queryMeter);
        while (elements.next()) {
            Value entry = elements.value();
            Value key = ConstantValue.NULL;
            // as in jq: the first name, or, if its value is null, the first other name with a true value
            for (int i = 0; i < KEYS.size() && (i < 1 || !key.isTrue()) && (i != 1 || key.isNull()); i++) {
                key = ValueAccess.field(entry, KEYS.get(i), queryMeter);
            }
            Value value = ConstantValue.NULL;
            for (StringValue name : VALUES) {
                if (entry instanceof ObjectValue o && o.get(name, queryMeter) != null) {
                    value = ValueAccess.field(o, name, queryMeter);
                    break;
                }
            }
            object.add(StringFormat.toText(key, queryMeter), value, queryMeter);
        }
        return object;
    }

    private static int levels(Value depth) {
        if (!(depth instanceof NumberValue n)) {
            throw new QueryError("flatten depth must be a number");
        }
        if (n.signum() < 0) {
            throw new QueryError("flatten depth must not be negative");
        }
        return (int) Math.min(Integer.MAX_VALUE, n.toLong());
    }

    private static Value flatten(Value in, int levels, Evaluation evaluation) {
        ListArrayValue flat = new ListArrayValue(0);
        flatten(ValueAccess.items(in, evaluation.meter()), levels, flat, evaluation.meter());
        return flat;
    }

    private static void flatten(ValueIterator elements, int levels, ListArrayValue flat, QueryMeter queryMeter) {
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        while (elements.next()) {
            if (levels > 0 && elements.value() instanceof ArrayValue inner) {
                flatten(inner.items(queryMeter), levels - 1, flat, queryMeter);
            } else {
                flat.add(elements.value(), queryMeter);
            }
        }
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
    }

    private static Value transpose(Value in, QueryMeter queryMeter) {
        ListArrayValue columns = new ListArrayValue(0);
        int rows = 0;
        ValueIterator elements = ValueAccess.items(in, queryMeter);
        while (elements.next()) {
            ValueIterator cells = row(elements.value(), queryMeter);
            for (int column = 0; cells.next(); column++) {
                if (column == columns.length(queryMeter)) {
                    columns.add(new ListArrayValue(0), queryMeter);
                }
                pad((ListArrayValue) item(columns, column, queryMeter), rows, queryMeter)
                        .add(cells.value(), queryMeter);
            }
            rows++;
        }
        for (int column = 0; column < columns.length(queryMeter); column++) {
            pad((ListArrayValue) item(columns, column, queryMeter), rows, queryMeter);
        }
        return columns;
    }

    private static ValueIterator row(Value row, QueryMeter queryMeter) {
        if (row.isNull()) {
            return new ListArrayValue(0).items(queryMeter);
        }
        if (row instanceof ArrayValue array) {
            return array.items(queryMeter);
        }
        throw QueryError.notIndexable(row, "number");
    }

    private static Value item(ListArrayValue array, int i, QueryMeter queryMeter) {
        Value item = array.get(i, queryMeter);
        return item == null ? ConstantValue.NULL : item;
    }

    private static ListArrayValue pad(ListArrayValue column, int rows, QueryMeter queryMeter) {
        while (column.length(queryMeter) < rows) {
            queryMeter.step();
            column.add(ConstantValue.NULL, queryMeter);
        }
        return column;
    }

    /** Parses JSON in a string. */
    static Value fromJson(StringValue text, QueryMeter queryMeter) {
        queryMeter.addScannedBytes(text.text().length());
        if (!Json.isValid(text.text())) {
            if (text.string().strip().equals("nan")) {
                return NumberValue.NAN;
            }
            throw new QueryError("invalid JSON (while parsing '"
                    + ValueWriter.excerpt(text, queryMeter).replace("\"", "") + "')");
        }
        return Value.document(text.text());
    }
}
