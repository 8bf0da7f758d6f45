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
        functionLibrary.defineNative("length/0", (evaluation, input, none) -> length(input, evaluation.meter()));
        functionLibrary.defineNative("keys/0", (evaluation, input, none) -> keys(input, true, evaluation.meter()));
        functionLibrary.defineNative(
                "keys_unsorted/0", (evaluation, input, none) -> keys(input, false, evaluation.meter()));
        functionLibrary.defineNative(
                "has/1",
                (evaluation, input, arguments) -> ConstantValue.of(has(input, arguments[0], evaluation.meter())));
        functionLibrary.defineNative(
                "contains/1",
                (evaluation, input, arguments) ->
                        ConstantValue.of(Containment.contains(input, arguments[0], evaluation.meter())));
        functionLibrary.defineNative("reverse/0", (evaluation, input, none) -> reverse(input, evaluation.meter()));
        functionLibrary.defineNative(
                "type/0",
                (evaluation, input, none) -> StringValue.of(input.kind().typeName()));
        functionLibrary.defineNative(
                "toarray/0",
                (evaluation, input, none) -> input instanceof ArrayValue ? input : ListArrayValue.of(input));
        functionLibrary.defineNative("to_entries/0", (evaluation, input, none) -> toEntries(input, evaluation.meter()));
        functionLibrary.defineNative(
                "from_entries/0", (evaluation, input, none) -> fromEntries(input, evaluation.meter()));
        functionLibrary.define(
                "with_entries/1",
                arguments -> new ControlNode.Pipe(
                        new CallNode.Native(
                                (evaluation, input, none) -> toEntries(input, evaluation.meter()), List.of()),
                        new ControlNode.Pipe(
                                ControlFunctions.map(arguments.get(0)),
                                new CallNode.Native(
                                        (evaluation, input, none) -> fromEntries(input, evaluation.meter()),
                                        List.of()))));
        functionLibrary.defineNative(
                "flatten/0", (evaluation, input, none) -> flatten(input, Integer.MAX_VALUE, evaluation));
        functionLibrary.defineNative(
                "flatten/1", (evaluation, input, arguments) -> flatten(input, parseDepth(arguments[0]), evaluation));
        functionLibrary.defineNative("transpose/0", (evaluation, input, none) -> transpose(input, evaluation.meter()));
    }

    private static Value length(Value input, QueryMeter queryMeter) {
        if (input instanceof ArrayValue array) {
            return NumberValue.of(array.length(queryMeter));
        }
        if (input instanceof ObjectValue object) {
            return NumberValue.of(object.length(queryMeter));
        }
        if (input instanceof StringValue text) {
            queryMeter.addScannedBytes(text.text().length());
            return NumberValue.of(Utf8.codePoints(text.text()));
        }
        if (input instanceof NumberValue number) {
            return number.signum() < 0 ? Numbers.negate(number) : number;
        }
        if (input.isNull()) {
            return NumberValue.ZERO;
        }
        throw QueryError.typeError(input, "has no length", queryMeter);
    }

    private static Value keys(Value input, boolean isSorted, QueryMeter queryMeter) {
        if (input instanceof ArrayValue array) {
            ListArrayValue keys = new ListArrayValue(0);
            for (int i = 0; i < array.length(queryMeter); i++) {
                queryMeter.step();
                keys.add(NumberValue.of(i), queryMeter);
            }
            return keys;
        }
        if (!(input instanceof ObjectValue object)) {
            throw QueryError.typeError(input, "has no keys", queryMeter);
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

    private static boolean has(Value input, Value key, QueryMeter queryMeter) {
        if (input instanceof ObjectValue object && key instanceof StringValue name) {
            return object.get(name, queryMeter) != null;
        }
        if (input.isNull()) {
            return false;
        }
        if (input instanceof ArrayValue array && key instanceof NumberValue index) {
            return index.signum() >= 0 && !index.isNan() && index.toDouble() < array.length(queryMeter);
        }
        throw QueryError.about(
                input,
                "Cannot check whether " + input.kind().typeName() + " has a "
                        + key.kind().typeName() + " key");
    }

    private static Value reverse(Value input, QueryMeter queryMeter) {
        if (input.isNull()) {
            return new ListArrayValue(0);
        }
        if (input instanceof StringValue text) {
            int[] codePoints = text.string().codePoints().toArray();
            StringBuilder reversed = new StringBuilder();
            for (int i = codePoints.length - 1; i >= 0; i--) {
                reversed.appendCodePoint(codePoints[i]);
            }
            queryMeter.addBuiltBytes(2L * codePoints.length);
            queryMeter.addSteps(codePoints.length);
            return StringValue.of(reversed.toString());
        }
        if (!(input instanceof ArrayValue array)) {
            throw QueryError.typeError(input, "cannot be reversed, as it is not an array", queryMeter);
        }
        ListArrayValue items = array.toListArray(queryMeter);
        ListArrayValue reversed = new ListArrayValue(items.length(queryMeter));
        for (int i = items.length(queryMeter) - 1; i >= 0; i--) {
            queryMeter.step();
            Value item = items.get(i, queryMeter);
            reversed.add(item == null ? ConstantValue.NULL : item, queryMeter);
        }
        SortKeys keys = input.sortKeys();
        reversed.setSortKeys(keys == null ? null : keys.reversed());
        return reversed;
    }

    private static Value toEntries(Value input, QueryMeter queryMeter) {
        ListArrayValue entryList = new ListArrayValue(0);
        if (input instanceof ArrayValue array) {
            ValueIterator elements = array.items(queryMeter);
            for (int i = 0; elements.next(); i++) {
                entryList.add(
                        new MapObjectValue()
                                .add(KEY, NumberValue.of(i), queryMeter)
                                .add(VALUE, elements.value(), queryMeter),
                        queryMeter);
            }
            return entryList;
        }
        if (!(input instanceof ObjectValue object)) {
            throw QueryError.typeError(input, "has no keys", queryMeter);
        }
        ObjectValue.Entries entries = object.entries(queryMeter);
        while (entries.next()) {
            entryList.add(
                    new MapObjectValue().add(KEY, entries.key(), queryMeter).add(VALUE, entries.value(), queryMeter),
                    queryMeter);
        }
        return entryList;
    }

    private static Value fromEntries(Value input, QueryMeter queryMeter) {
        MapObjectValue object = new MapObjectValue();
        ValueIterator elements = ValueAccess.items(input, queryMeter);
        while (elements.next()) {
            Value entry = elements.value();
            Value key = findKey(entry, queryMeter);
            Value value = ConstantValue.NULL;
            for (StringValue name : VALUES) {
                if (entry instanceof ObjectValue entryObject && entryObject.get(name, queryMeter) != null) {
                    value = ValueAccess.field(entryObject, name, queryMeter);
                    break;
                }
            }
            object.add(StringFormat.toText(key, queryMeter), value, queryMeter);
        }
        return object;
    }

    /**
     * Returns the key of an entry: as in jq, the member {@code key}; if it is null, the first other member of
     * {@link #KEYS} that is neither null nor false.
     */
    private static Value findKey(Value entry, QueryMeter queryMeter) {
        Value key = ValueAccess.field(entry, KEYS.get(0), queryMeter);
        if (!key.isNull()) {
            return key;
        }
        for (int i = 1; i < KEYS.size() && !key.isTrue(); i++) {
            key = ValueAccess.field(entry, KEYS.get(i), queryMeter);
        }
        return key;
    }

    private static int parseDepth(Value depth) {
        if (!(depth instanceof NumberValue number)) {
            throw new QueryError("flatten depth must be a number");
        }
        if (number.signum() < 0) {
            throw new QueryError("flatten depth must not be negative");
        }
        return (int) Math.min(Integer.MAX_VALUE, number.toLong());
    }

    private static Value flatten(Value input, int levels, Evaluation evaluation) {
        ListArrayValue flat = new ListArrayValue(0);
        flatten(ValueAccess.items(input, evaluation.meter()), levels, flat, evaluation.meter());
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

    private static Value transpose(Value input, QueryMeter queryMeter) {
        ListArrayValue columns = new ListArrayValue(0);
        int rows = 0;
        ValueIterator elements = ValueAccess.items(input, queryMeter);
        while (elements.next()) {
            ValueIterator cells = rowItems(elements.value(), queryMeter);
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

    private static ValueIterator rowItems(Value row, QueryMeter queryMeter) {
        if (row.isNull()) {
            return new ListArrayValue(0).items(queryMeter);
        }
        if (row instanceof ArrayValue array) {
            return array.items(queryMeter);
        }
        throw QueryError.indexError(row, "number");
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
