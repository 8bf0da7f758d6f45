package dev.plimsoll.gateway.program;

import dev.plimsoll.json.Slice;
import java.util.concurrent.CompletableFuture;

/** Requests input from the client of a program, such as an answer of the user. Thread-safe. */
interface ClientInput {

    /** Requests input. The future completes with the client's result, or fails if the client gives none. */
    CompletableFuture<Slice> request(String method, Slice params);
}
