package dev.plimsoll;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.Objects;

/**
 * What a client's user may be asked before a call gets its answer: {@link Plimsoll#answered} makes one of the response.
 * Whoever does not ask sends the guarded result as it is.
 *
 * @param message what to ask
 * @param schema the JSON Schema of the form: one object, all of whose properties are plain values that may be left out
 * @param state an opaque text that leads back to the kept result, bound to the caller and the tool
 * @param patience how long the call may wait
 */
public record ElicitationRequest(String message, Slice schema, String state, Duration patience) {

    public ElicitationRequest {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(patience, "patience");
    }
}
