package dev.plimsoll.query;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;

/** Outputs of a query, in order: ranges of the document for selected values, JSON text for computed ones. */
public final class QueryOutputs {

    private final List<Slice> outputs;
    private final boolean isNamed;
    private final List<String> warnings;
    private final long bytes;

    QueryOutputs(List<Slice> outputs, boolean isNamed, List<String> warnings) {
        this.outputs = List.copyOf(outputs);
        this.isNamed = isNamed;
        this.warnings = List.copyOf(warnings);
        this.bytes = outputs.stream().mapToLong(Slice::length).sum();
    }

    /** Creates the only output of named expressions: an object with the value of each. */
    static QueryOutputs named(Slice object, List<String> warnings) {
        return new QueryOutputs(List.of(object), true, warnings);
    }

    /** Returns whether the only output is an object with the value of each named expression. */
    public boolean isNamed() {
        return isNamed;
    }

    /** Returns warnings about possibly misleading outputs. */
    public List<String> warnings() {
        return warnings;
    }

    /** Returns a copy with another warning. */
    public QueryOutputs withWarning(String warning) {
        List<String> allWarnings = new ArrayList<>(warnings);
        allWarnings.add(warning);
        return new QueryOutputs(outputs, isNamed, allWarnings);
    }

    public int count() {
        return outputs.size();
    }

    /** Returns the i-th output, a JSON value. */
    public Slice get(int i) {
        return outputs.get(i);
    }

    /** Returns the bytes of all outputs together. */
    public long bytes() {
        return bytes;
    }

    /** Appends the i-th output. */
    public void writeTo(ByteSink out, int i) {
        out.raw(outputs.get(i));
    }

    /** Appends the only output; if there are none or several, appends them as a JSON array. */
    void writeValueTo(ByteSink out) {
        if (outputs.size() == 1) {
            writeTo(out, 0);
        } else {
            writeTo(out);
        }
    }

    /** Appends all outputs as one JSON array. */
    public void writeTo(ByteSink out) {
        out.raw((byte) '[');
        for (int i = 0; i < outputs.size(); i++) {
            if (i > 0) {
                out.raw((byte) ',');
            }
            out.raw(outputs.get(i));
        }
        out.raw((byte) ']');
    }
}
