package dev.plimsoll.gateway.program.call;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Requests input from the client of a program, such as an answer of the user. Thread-safe. */
public interface ClientInput {

    /** Maximum time that a program waits for input. */
    Duration TIMEOUT = Duration.ofMinutes(5);

    /** Requests input. The future completes with the client's result, or fails if the client gives none. */
    CompletableFuture<Slice> request(String method, Slice params);
}
