package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.policy.Policy;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * First answer to a payload, and the answer to one query.
 *
 * @param output the first output of the query; null if the query failed
 */
public record ScriptedCall(
        long firstTokens, long queryTokens, @Nullable JsonNode output) {

    /** Makes the two calls. */
    public static ScriptedCall run(TaskPayload payload, Policy policy, String expression) {
        AnswerSource source = new AnswerSource(payload, policy);
        ReadAnswer first = source.firstAnswer();
        ReadAnswer answer = source.read(JsonValues.newObject()
                .put("cursor", String.valueOf(first.findCursor()))
                .put("query", expression));
        JsonNode results = answer.find("results");
        return new ScriptedCall(first.tokens(), answer.tokens(), results == null ? null : results.get(0));
    }

    /** Returns whether the element of the output at this index is the given value. */
    public boolean hasElement(int index, JsonNode value) {
        return output != null && JsonValues.isEqual(output.get(index), value);
    }
}
