package dev.plimsoll.query;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValueWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collector of outputs. Selected values stay ranges of the document; computed values are written immediately. */
final class OutputCollector implements OutputSink {

    private static final int BYTES_PER_OUTPUT = 32;

    private final QueryMeter queryMeter;
    private final ByteSink written = new ByteSink();
    private final List<Slice> ranges = new ArrayList<>();

    /** Start and end of each output in the written bytes; an empty array if the output is a range. */
    private final List<int[]> bounds = new ArrayList<>();

    private long bytes;

    /**
     * Creates a collector.
     *
     * @param bytesBefore bytes of the outputs of other expressions, which count toward the limit
     */
    OutputCollector(QueryMeter queryMeter, long bytesBefore) {
        this.queryMeter = queryMeter;
        this.bytes = bytesBefore;
    }

    @Override
    public boolean accept(Value value, @Nullable ValuePath path) {
        queryMeter.step();
        queryMeter.addBuiltBytes(BYTES_PER_OUTPUT);
        Slice range = value.source();
        if (range == null) {
            int from = written.size();
            ValueWriter.write(value, written, queryMeter);
            bounds.add(new int[] {from, written.size()});
            bytes += written.size() - from;
        } else {
            queryMeter.addScannedBytes(range.length());
            ranges.add(range);
            bounds.add(new int[0]);
            bytes += range.length();
        }
        queryMeter.checkOutput(bytes);
        return true;
    }

    QueryOutputs toOutputs(List<String> warnings) {
        List<Slice> outputs = new ArrayList<>(bounds.size());
        int range = 0;
        for (int[] bound : bounds) {
            outputs.add(bound.length == 0 ? ranges.get(range++) : written.slice(bound[0], bound[1]));
        }
        return new QueryOutputs(outputs, false, warnings);
    }
}
