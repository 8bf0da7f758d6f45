package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.program.call.ClientInput;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Requests input from a legacy client, by sending requests to it. */
final class SessionInput {

    private final OwnRequests requests;

    SessionInput(Peer client) {
        this.requests = new OwnRequests(client);
    }

    /** Accepts a response if it belongs to one of the input requests. Returns whether it does. */
    boolean accept(Message response) {
        return requests.accept(response);
    }

    /**
     * Sends an input request.
     *
     * @param callId the id of the client's call that runs the program
     */
    CompletableFuture<Slice> request(Slice callId, String method, Slice params) {
        CompletableFuture<Slice> input = new CompletableFuture<>();
        try {
            CompletableFuture<Message> response =
                    requests.sendDuring(callId, method, params).response();
            var _ = response.whenComplete((message, failure) -> complete(input, message));
            var _ = input.orTimeout(ClientInput.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            var _ = input.whenComplete((result, failure) -> response.cancel(false));
        } catch (IOException e) {
            input.completeExceptionally(e);
        }
        return input;
    }

    private static void complete(CompletableFuture<Slice> input, @Nullable Message response) {
        Slice result = response == null ? null : response.result();
        if (result == null) {
            input.completeExceptionally(new IOException("the client does not give the input"));
        } else {
            input.complete(result);
        }
    }
}
