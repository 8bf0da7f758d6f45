package dev.plimsoll.query;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.ops.Regexes;
import dev.plimsoll.query.parse.Parser;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Raw;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;

/** A question about one document, in a documented part of jq. Immutable: one query can be run many times, by many threads. */
public final class Query {

    private final Node node;

    private Query(Node node) {
        this.node = node;
    }

    /** Refuses with {@code QUERY_INVALID} what it cannot read, showing the place. */
    public static Query parse(String expression) {
        return new Query(Parser.parse(expression));
    }

    /** Refuses with {@code QUERY_INVALID} what goes wrong on the way, with {@code QUERY_LIMIT} what costs too much. */
    public QueryOutputs run(QueryInput input, QueryLimits limits) {
        Meter meter = new Meter(limits.timeMs(), limits.steps(), limits.memory(), limits.output());
        Collected outputs = new Collected(meter);
        try {
            meter.enter(node.height());
            Value in = input.isText() ? lines(input.bytes(), meter) : Raw.document(input.bytes());
            node.eval(new Run(meter, input.takenAt(), new Regexes()), Env.empty(), in, null, outputs);
            return outputs.all();
        } catch (QueryError e) {
            throw Explained.error(e, meter, input.isText());
        } catch (StackOverflowError e) {
            // depth is counted, so that this is the host's doing; nothing of a run outlives it
            throw Meter.stackUsedUp();
        }
    }

    private static Value lines(Slice text, Meter meter) {
        LineIndex index = LineIndex.of(text);
        ListArr lines = new ListArr(index.count());
        meter.walked(text.length());
        for (int i = 0; i < index.count(); i++) {
            int to = index.end(i);
            to = to > index.start(i) && text.at(to - 1) == '\n' ? to - 1 : to;
            to = to > index.start(i) && text.at(to - 1) == '\r' ? to - 1 : to;
            lines.add(Str.ofText(text.sub(index.start(i), to)), meter);
        }
        return lines;
    }
}
