package dev.plimsoll.gateway.program.call;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks the user of a client whether a program may make a call. */
final class UserConsent {

    private static final String NO_ANSWER = "the user was asked, but there was no answer";

    private final ClientInput client;
    private final ProgramClock clock;

    UserConsent(ClientInput client, ProgramClock clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * Asks the user, and waits for the answer. Returns why the program may not make the call; null if the
     * user agrees.
     */
    @Nullable String askForConsent(String tool, Slice arguments) {
        JsonWriter params = new JsonWriter(512).beginObject();
        params.string("message", "A program wants to call " + tool + " with " + arguments.utf8());
        params.beginObject("requestedSchema").string("type", "object").beginObject("properties");
        params.endObject().endObject().endObject();
        CompletableFuture<Slice> answer = clock.pauseUntilDone(client.request("elicitation/create", params.slice()));
        try {
            Slice response = answer.get(ClientInput.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            boolean hasAgreed = "accept".equals(ObjectEdit.textIn(response, "action", 16));
            return hasAgreed ? null : "the user did not agree to call " + tool;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "the program was interrupted";
        } catch (ExecutionException e) {
            return e.getCause() instanceof IOException failed
                    ? "the user could not be asked: " + failed.getMessage()
                    : NO_ANSWER;
        } catch (CancellationException | TimeoutException e) {
            return NO_ANSWER;
        } finally {
            answer.cancel(false);
        }
    }
}
