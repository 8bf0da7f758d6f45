package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.Objects;

/**
 * Elicitation of the client's user before a call gets its answer. {@code Plimsoll.answerElicitation} turns the
 * response into the answer. A host without elicitation sends {@code Outcome.result()}, which is already the shaped
 * answer.
 *
 * @param message the text of the question
 * @param schema the JSON Schema of the form: one object whose properties are all plain values and optional
 * @param state an opaque text that identifies the snapshot, bound to the caller and the tool
 * @param timeout how long the call may wait
 */
public record ElicitationRequest(String message, Slice schema, String state, Duration timeout) {

    public ElicitationRequest {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(timeout, "timeout");
    }
}
