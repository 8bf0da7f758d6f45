package dev.plimsoll.query;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.List;

/** Outputs of a query, in order: ranges of the document for selected values, JSON text for computed ones. */
public final class QueryOutputs {

    private final List<Slice> outputs;
    private final long bytes;

    QueryOutputs(List<Slice> outputs) {
        this.outputs = List.copyOf(outputs);
        this.bytes = outputs.stream().mapToLong(Slice::length).sum();
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
