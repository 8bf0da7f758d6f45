package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.OwnRequests.OwnRequest;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Elicitations that wait for the user. The server has responded to a call, and Plimsoll asks the user how to
 * narrow the result before it answers the client. Their number and duration are limited, because one user gets
 * all elicitations.
 *
 * <p>Only the thread that removes an elicitation answers its call, so that each call gets exactly one answer.
 */
public final class OpenElicitations {

    static final int MAX_OPEN = 8;

    private final Peer client;
    private final WorkerPool workerPool;
    private final Log log;
    private final OwnRequests requests;
    private final PendingRequests<OpenElicitation> elicitationByCall = new PendingRequests<>(MAX_OPEN);

    private record OpenElicitation(OwnRequest ownRequest, Peer requester) {}

    public OpenElicitations(Peer client, WorkerPool workerPool, Log log) {
        this.client = client;
        this.workerPool = workerPool;
        this.log = log;
        this.requests = new OwnRequests(client);
    }

    /**
     * Asks the client's user, and answers the call afterwards.
     *
     * @param answer creates the call's result from the client's response; gets null if there is no response in
     *     time
     * @return false if too many elicitations are open, the call has one already, or the client has closed the connection
     */
    boolean askUser(PendingRequest call, Slice params, Duration timeout, Function<@Nullable Slice, Slice> answer) {
        if (elicitationByCall.size() >= MAX_OPEN || elicitationByCall.find(call.id()) != null) {
            return false;
        }
        try {
            OwnRequest ownRequest = requests.sendDuring(call.id(), Elicitation.METHOD, params);
            OpenElicitation openElicitation = new OpenElicitation(ownRequest, call.requester());
            var _ = elicitationByCall.add(call.id(), openElicitation);
            var _ = ownRequest
                    .response()
                    .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((response, failure) -> onResponse(call, openElicitation, response, failure, answer));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void onResponse(
            PendingRequest call,
            OpenElicitation openElicitation,
            @Nullable Message response,
            @Nullable Throwable failure,
            Function<@Nullable Slice, Slice> answer) {
        if (!elicitationByCall.remove(call.id(), openElicitation)) {
            return;
        }
        boolean isTimedOut = failure instanceof TimeoutException;
        Slice result = response == null ? null : response.result();
        log.log(
                LogSeverity.INFO,
                "the user was asked",
                "answer",
                isTimedOut ? "timed out" : Elicitation.action(result));
        workerPool.run(() -> {
            if (isTimedOut) {
                Slice elicitationId = openElicitation.ownRequest().id();
                send(client, Message.cancellation(elicitationId, "timed out").withRelatedRequest(call.id()));
            }
            send(call.requester(), Message.result(call.id(), toResult(result, answer)));
        });
    }

    private Slice toResult(@Nullable Slice response, Function<@Nullable Slice, Slice> answer) {
        try {
            return answer.apply(response);
        } catch (RuntimeException | OutOfMemoryError e) {
            log.log(
                    LogSeverity.ERROR,
                    "internal error, a call gets the answer without user input",
                    "error",
                    e.getClass().getName());
            return answer.apply(null);
        }
    }

    private void send(Peer receiver, Message message) {
        try {
            receiver.send(message);
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the client has closed");
        }
    }

    /** Accepts a response to an elicitation. Returns false for any other message, which then goes to the server. */
    public boolean accept(Message message) {
        return message.isResponse() && requests.accept(message);
    }

    /**
     * Ends the elicitation of the call that a message cancels. Returns false if the message cancels no such
     * call. The server is not notified, because it has already answered the call.
     */
    public boolean endIfCancelledBy(Message message) {
        Slice id = message.cancelledId();
        OpenElicitation openElicitation = id == null ? null : elicitationByCall.cancel(id);
        if (openElicitation == null) {
            return false;
        }
        OwnRequest ownRequest = openElicitation.ownRequest();
        ownRequest.response().cancel(false);
        openElicitation.requester().onCancelled();
        workerPool.run(() -> send(client, Message.cancellation(ownRequest.id(), "the call was cancelled")));
        return true;
    }

    /** Ends all elicitations: each call gets its result without user input. */
    public void endAll() {
        requests.close(() -> new IOException("the server has closed"));
    }
}
