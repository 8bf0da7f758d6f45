package dev.plimsoll.query;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.parse.Parser;
import dev.plimsoll.query.text.Regexes;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;

/** Query of one document, in a documented subset of jq. Immutable: many threads can run one query many times. */
public final class Query {

    private final QueryNode queryNode;

    private Query(QueryNode queryNode) {
        this.queryNode = queryNode;
    }

    /** Parses a query. Refuses invalid syntax with {@code QUERY_INVALID} and shows the position. */
    public static Query parse(String expression) {
        return new Query(Parser.parse(expression));
    }

    /** Runs the query. Refuses runtime errors with {@code QUERY_INVALID}, and exceeded limits with {@code QUERY_LIMIT}. */
    public QueryOutputs run(QueryInput input, QueryLimits limits) {
        QueryMeter queryMeter = new QueryMeter(limits.timeMs(), limits.steps(), limits.memory(), limits.output());
        OutputCollector outputs = new OutputCollector(queryMeter);
        try {
            queryMeter.enter(queryNode.traits().height(false));
            Value in = input.isText() ? lines(input.bytes(), queryMeter) : Value.document(input.bytes());
            queryNode.eval(
                    new Evaluation(queryMeter, input.takenAt(), new Regexes()), Environment.empty(), in, null, outputs);
            return outputs.toOutputs();
        } catch (QueryError e) {
            throw QueryErrorText.error(e, queryMeter, input.isText());
        } catch (StackOverflowError e) {
            // the depth is limited, so the stack of this thread is too small; a run changes no shared state
            throw QueryMeter.stackExhausted();
        }
    }

    private static Value lines(Slice text, QueryMeter queryMeter) {
        LineIndex index = LineIndex.of(text);
        ListArrayValue lines = new ListArrayValue(index.count());
        queryMeter.addScannedBytes(text.length());
        for (int i = 0; i < index.count(); i++) {
            int to = index.end(i);
            to = to > index.start(i) && text.at(to - 1) == '\n' ? to - 1 : to;
            to = to > index.start(i) && text.at(to - 1) == '\r' ? to - 1 : to;
            lines.add(StringValue.ofText(text.sub(index.start(i), to)), queryMeter);
        }
        return lines;
    }
}
