package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests that the gateway itself sends to the server. Remembers why the server did not respond. */
public final class ServerRequests {

    private static final long TIMEOUT_SECONDS = 30;

    private final OwnRequests ownRequests;
    private final String server;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable RefusedException noResponseReason;
    private volatile @Nullable Supplier<RefusedException> closedReason;

    public ServerRequests(Peer upstream, String server) {
        this.ownRequests = new OwnRequests(upstream);
        this.server = server;
    }

    /**
     * Sends a request and waits up to 30 seconds for its result. Returns null if the server responds with an
     * error, has closed, or does not respond in time.
     */
    public @Nullable Slice sendAndWait(String method, Slice params) {
        Slice result = findResult(method, params);
        if (result == null) {
            failures.incrementAndGet();
        }
        return result;
    }

    /** Returns the number of requests that got no result. */
    public int failures() {
        return failures.get();
    }

    private @Nullable Slice findResult(String method, Slice params) {
        try {
            Message response = ownRequests
                    .send(method, params)
                    .response()
                    .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .get();
            noResponseReason = null;
            return response.result();
        } catch (ExecutionException e) {
            noResponseReason = e.getCause() instanceof TimeoutException
                    ? FailureResponses.timeout(server, TIMEOUT_SECONDS)
                    : reasonOf(e.getCause());
            return null;
        } catch (IOException e) {
            noResponseReason = reasonOf(e);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private RefusedException reasonOf(@Nullable Throwable failure) {
        RefusedException reason = failure instanceof UpstreamException closed ? closed.refusal() : noResponseReason;
        return reason == null ? FailureResponses.unavailable(server, "it has closed") : reason;
    }

    /** Completes the request that a response belongs to. Returns whether there is one. */
    public boolean accept(Message response) {
        return ownRequests.accept(response);
    }

    /** Returns why the last request got no response; null if it got one, even if the response was an error. */
    public @Nullable RefusedException noResponseReason() {
        Supplier<RefusedException> reason = closedReason;
        return reason == null ? noResponseReason : reason.get();
    }

    /** Ends all pending requests, and rejects later ones. */
    public void close(Supplier<RefusedException> why) {
        closedReason = why;
        ownRequests.close(() -> new UpstreamException(why.get()));
    }

    /** Fails the requests that have been pending longer than {@code timeout}. */
    public void failOverdue(Duration timeout) {
        ownRequests.failOverdue(timeout, new UpstreamException(FailureResponses.timeout(server, timeout.toSeconds())));
    }
}
