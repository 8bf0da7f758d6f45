package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the user of a client of the revisions up to 2025-11-25 whether a program may make a call. */
final class UserConsent {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final OwnRequests requests;

    UserConsent(Peer client) {
        this.requests = new OwnRequests(client);
    }

    /** Returns whether this is the response to a question, and then accepts it. */
    boolean accept(Message response) {
        return requests.accept(response);
    }

    /** Returns whether the user agrees. Waits for the answer. */
    boolean ask(String tool, Slice arguments) {
        JsonWriter params = new JsonWriter(512).beginObject();
        params.string("message", "A program wants to call " + tool + " with " + arguments.utf8());
        params.beginObject("requestedSchema").string("type", "object").beginObject("properties");
        params.endObject().endObject().endObject();
        try {
            Message response = requests.send("elicitation/create", params.slice())
                    .response()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return "accept".equals(ObjectEdit.textIn(response.result(), "action", 16));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException | ExecutionException | CancellationException | TimeoutException e) {
            return false;
        }
    }
}
