package dev.plimsoll.gateway.program;

import dev.plimsoll.json.Slice;
import java.util.concurrent.CompletableFuture;

/** Requests input of the client for a program, such as an answer of its user. Thread-safe. */
interface ClientInput {

    /** Requests input. The future has the client's result, and fails if there will be none. */
    CompletableFuture<Slice> request(String method, Slice params);
}
