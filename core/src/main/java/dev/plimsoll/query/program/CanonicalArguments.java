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

/** Writes the arguments of a call in canonical form, with sorted names, so that equal arguments have equal bytes. */
final class CanonicalArguments {

    /** Maximum depth at which names are sorted. Equal arguments with deeper differences in order count as different. */
    private static final int MAX_DEPTH = 64;

    private final QueryMeter queryMeter;
    private final ByteSink out = new ByteSink(128);

    private CanonicalArguments(QueryMeter queryMeter) {
        this.queryMeter = queryMeter;
    }

    /** Writes the arguments without members that are null. */
    static Slice canonicalize(ObjectValue arguments, QueryMeter queryMeter) {
        CanonicalArguments canonical = new CanonicalArguments(queryMeter);
        canonical.writeObject(arguments, 0, true);
        queryMeter.addBuiltBytes(canonical.out.size());
        return canonical.out.slice();
    }

    private void writeObject(ObjectValue object, int depth, boolean isNullOmitted) {
        String separator = "{";
        for (StringValue key : object.sortedKeys(queryMeter)) {
            Value value = object.get(key, queryMeter);
            if (value != null && !(isNullOmitted && value.isNull())) {
                out.ascii(separator);
                ValueWriter.write(key, out, queryMeter);
                out.ascii(":");
                write(value, depth + 1);
                separator = ",";
            }
        }
        out.ascii(separator.equals("{") ? "{}" : "}");
    }

    private void write(Value value, int depth) {
        if (depth < MAX_DEPTH && value instanceof ObjectValue object) {
            writeObject(object, depth, false);
        } else if (depth < MAX_DEPTH && value instanceof ArrayValue array) {
            String separator = "[";
            ValueIterator items = array.items(queryMeter);
            while (items.next()) {
                out.ascii(separator);
                write(items.value(), depth + 1);
                separator = ",";
            }
            out.ascii(separator.equals("[") ? "[]" : "]");
        } else {
            ValueWriter.write(value, out, queryMeter);
        }
    }
}
