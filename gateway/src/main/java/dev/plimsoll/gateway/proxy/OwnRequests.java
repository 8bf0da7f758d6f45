package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Requests that we make of the server ourselves, under ids that no client uses. */
final class OwnRequests {

    private static final long PATIENCE_SECONDS = 30;

    private final Peer upstream;
    // needs to be improbable, not secret: a secure source takes 10 ms to find
    private final String prefix =
            "plimsoll-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong number = new AtomicLong();
    private final Map<String, CompletableFuture<@Nullable Slice>> open = new ConcurrentHashMap<>();

    OwnRequests(Peer upstream) {
        this.upstream = upstream;
    }

    /** The server's result, or null when it gives none: an error, an end, or nothing within half a minute. */
    @Nullable Slice result(String method, Slice params) {
        String id = prefix + number.incrementAndGet();
        CompletableFuture<@Nullable Slice> answer = new CompletableFuture<>();
        open.put(id, answer);
        try {
            upstream.send(Message.request(new ByteSink().string(id).slice(), method, params));
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException | ExecutionException | TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            open.remove(id);
        }
    }

    /** Whether this answers one of ours. */
    boolean take(Message response) {
        Slice id = response.id();
        if (id == null || id.length() < prefix.length() || id.length() > prefix.length() + 22) {
            return false;
        }
        String text = id.sub(1, id.length() - 1).utf8();
        CompletableFuture<@Nullable Slice> answer = open.get(text);
        if (answer != null) {
            answer.complete(response.result());
        }
        return text.startsWith(prefix);
    }

    /** Nothing will be answered any more. */
    void end() {
        open.values().forEach(answer -> answer.complete(null));
    }
}
