package dev.plimsoll.query.program;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueWriter;

/** Writes the arguments of a call so that equal arguments are equal bytes: the names of objects are sorted. */
final class CanonicalArguments {

    /** Deeper arguments are written as they are: then equal ones may count as different. */
    private static final int MAX_LEVELS = 64;

    private final QueryMeter queryMeter;
    private final ByteSink out = new ByteSink(128);

    private CanonicalArguments(QueryMeter queryMeter) {
        this.queryMeter = queryMeter;
    }

    /** Returns the arguments without members that are null. */
    static Slice of(ObjectValue arguments, QueryMeter queryMeter) {
        CanonicalArguments canonical = new CanonicalArguments(queryMeter);
        canonical.writeObject(arguments, 0, true);
        queryMeter.addBuiltBytes(canonical.out.size());
        return canonical.out.slice();
    }

    private void writeObject(ObjectValue object, int level, boolean isWithoutNulls) {
        String separator = "{";
        for (StringValue key : object.sortedKeys(queryMeter)) {
            Value value = object.get(key, queryMeter);
            if (value != null && !(isWithoutNulls && value.isNull())) {
                out.ascii(separator);
                ValueWriter.write(key, out, queryMeter);
                out.ascii(":");
                write(value, level + 1);
                separator = ",";
            }
        }
        out.ascii(separator.equals("{") ? "{}" : "}");
    }

    private void write(Value value, int level) {
        if (level < MAX_LEVELS && value instanceof ObjectValue object) {
            writeObject(object, level, false);
        } else if (level < MAX_LEVELS && value instanceof ArrayValue array) {
            String separator = "[";
            ValueIterator items = array.items(queryMeter);
            while (items.next()) {
                out.ascii(separator);
                write(items.value(), level + 1);
                separator = ",";
            }
            out.ascii(separator.equals("[") ? "[]" : "]");
        } else {
            ValueWriter.write(value, out, queryMeter);
        }
    }
}
