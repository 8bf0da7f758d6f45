package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Requests that the gateway itself sends to a peer, with ids that no other request has. */
final class OwnRequests {

    private static final long PATIENCE_SECONDS = 30;

    private final Peer peer;
    private final String name;
    // the prefix must be unlikely, not secret: creating a SecureRandom takes 10 ms
    private final String prefix =
            "plimsoll-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong number = new AtomicLong();
    private final Map<String, Own> open = new ConcurrentHashMap<>();
    private volatile @Nullable RefusedException silence;
    private volatile boolean over;

    /** @param name the name of the peer in messages */
    OwnRequests(Peer peer, String name) {
        this.peer = peer;
        this.name = name;
    }

    /**
     * A pending request.
     *
     * @param answer the peer's result; null for an error or if the peer has closed
     */
    record Own(Slice id, CompletableFuture<@Nullable Slice> answer, long sinceNanos) {}

    /**
     * Sends a request. It stays pending until it is answered or canceled.
     *
     * @throws IOException if the peer has closed
     */
    Own begin(String method, Slice params) throws IOException {
        String id = prefix + number.incrementAndGet();
        Own own = new Own(new ByteSink().string(id).slice(), new CompletableFuture<>(), System.nanoTime());
        open.put(id, own);
        if (over) {
            open.remove(id);
            throw new IOException("the peer has closed");
        }
        var _ = own.answer.whenComplete((result, failure) -> open.remove(id));
        try {
            peer.send(Message.request(own.id, method, params));
        } catch (IOException e) {
            own.answer.cancel(false);
            throw e;
        }
        return own;
    }

    /**
     * Sends a request and waits up to 30 seconds for its result. Returns null if there is none: an error, a closed peer, or a
     * timeout.
     */
    @Nullable Slice result(String method, Slice params) {
        try {
            return begin(method, params)
                    .answer
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .get();
        } catch (ExecutionException e) {
            silence = FailureResponses.timeout(name, PATIENCE_SECONDS);
            return null;
        } catch (IOException e) {
            if (silence == null) {
                silence = FailureResponses.unavailable(name, "it has closed");
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Returns whether this is the response to one of these requests, and completes that request. */
    boolean take(Message response) {
        Slice id = response.id();
        if (id == null || id.length() < prefix.length() || id.length() > prefix.length() + 22) {
            return false;
        }
        String text = id.sub(1, id.length() - 1).utf8();
        Own own = open.get(text);
        if (own != null) {
            silence = null;
            own.answer.complete(response.result());
        }
        return text.startsWith(prefix);
    }

    /** Returns why the last request got no response at all; null if it got one, even an error. */
    @Nullable RefusedException silence() {
        return silence;
    }

    /** Ends all pending requests, and rejects later ones. */
    void end(RefusedException why) {
        silence = why;
        over = true;
        open.values().forEach(own -> own.answer.complete(null));
    }

    /** Gives up the requests that have been pending longer than {@code timeout}. */
    void expire(Duration timeout) {
        long limit = System.nanoTime() - timeout.toNanos();
        for (Own own : open.values()) {
            if (own.sinceNanos - limit < 0) {
                silence = FailureResponses.timeout(name, timeout.toSeconds());
                own.answer.complete(null);
            }
        }
    }
}
