package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One client of the revisions up to 2025-11-25, with a server of its own. Sorts what the server says by itself into the
 * streams that the client has open: over standard output nobody tells what belongs to which request.
 */
final class ClientSession implements Peer {

    /** Streams that ended before their client had all of them. */
    private static final int MOST_LEFT = 8;

    private static final long MOST_LEFT_BYTES = 1 << 20;
    private static final String GENERAL = "g";

    private final String id;
    private final AuthenticatedCaller authenticatedCaller;
    private final SseStream general = new SseStream(GENERAL);
    private final Map<String, SseStream> open = new LinkedHashMap<>();
    private final Map<String, String> byProgress = new LinkedHashMap<>();
    private final Deque<SseStream> left = new ArrayDeque<>();
    private volatile @Nullable EndpointSession endpointSession;
    private volatile String revision = "";
    private long streams;
    private int users;
    private long usedNanos = System.nanoTime();
    private boolean ended;

    ClientSession(String id, AuthenticatedCaller authenticatedCaller) {
        this.id = id;
        this.authenticatedCaller = authenticatedCaller;
    }

    String id() {
        return id;
    }

    /** Nobody else may use it, nor the same caller once they may do more or less: what was agreed on stands in it. */
    boolean belongsTo(AuthenticatedCaller other) {
        return authenticatedCaller.isSameAs(other);
    }

    void over(EndpointSession opened) {
        endpointSession = opened;
    }

    @Nullable EndpointSession line() {
        return endpointSession;
    }

    /** The revision that was agreed on; empty while none is. */
    String revision() {
        return revision;
    }

    void agreed(String name) {
        revision = name;
    }

    // --- use

    /** False when it has ended. */
    synchronized boolean enter() {
        users += ended ? 0 : 1;
        return !ended;
    }

    synchronized void leave() {
        users--;
        usedNanos = System.nanoTime();
    }

    synchronized boolean isUnused(Duration since) {
        return users == 0 && System.nanoTime() - usedNanos > since.toNanos();
    }

    /** Whether this call ended it. */
    boolean end() {
        synchronized (this) {
            if (ended) {
                return false;
            }
            ended = true;
        }
        general.end();
        return true;
    }

    // --- streams

    /** A stream for the answer to what was posted. */
    synchronized SseStream begin(PostedBody postedBody, boolean events) {
        SseStream stream = new SseStream("p" + ++streams);
        if (events) {
            open.put(stream.name(), stream);
            for (Message message : postedBody.messages()) {
                String token = message.isRequest() ? progressToken(message.params()) : null;
                if (token != null) {
                    byProgress.put(token, stream.name());
                }
            }
        }
        return stream;
    }

    /** The stream was written to its end, or as far as its client would read. */
    synchronized void finish(SseStream stream, boolean complete) {
        if (complete) {
            open.remove(stream.name());
            left.remove(stream);
        } else if (open.containsKey(stream.name())) {
            left.remove(stream);
            left.add(stream);
            clear();
        }
        byProgress.values().removeIf(name -> !open.containsKey(name));
    }

    private void clear() {
        long bytes = 0;
        for (SseStream stream : left) {
            bytes += stream.waiting();
        }
        while (left.size() > MOST_LEFT || (bytes > MOST_LEFT_BYTES && !left.isEmpty())) {
            SseStream oldest = left.remove();
            bytes -= oldest.waiting();
            oldest.end();
            open.remove(oldest.name());
        }
    }

    SseStream general() {
        return general;
    }

    /** The stream of that name, if it can still be gone on with. */
    synchronized @Nullable SseStream stream(String name) {
        return name.equals(GENERAL) ? general : open.get(name);
    }

    // --- what the server says by itself

    @Override
    public void send(Slice... pieces) {
        Slice whole = Message.joined(pieces);
        target(Message.of(whole)).send(whole);
    }

    private synchronized SseStream target(@Nullable Message message) {
        String method = message == null ? null : message.method();
        if (message == null || method == null) {
            return general;
        }
        if (method.equals("notifications/progress")) {
            String token = tokenIn(message.params());
            String name = token == null ? null : byProgress.get(token);
            SseStream stream = name == null ? null : open.get(name);
            return stream == null ? general : stream;
        }
        List<SseStream> waiting = new ArrayList<>();
        for (SseStream stream : open.values()) {
            if (!stream.isEnded() && stream.hasReader()) {
                waiting.add(stream);
            }
        }
        boolean ofTheServer = method.endsWith("/list_changed") || method.equals("notifications/resources/updated");
        if (waiting.isEmpty() || (general.hasReader() && (ofTheServer || waiting.size() > 1))) {
            return general;
        }
        return waiting.get(waiting.size() - 1);
    }

    private static @Nullable String progressToken(@Nullable Slice params) {
        Slice meta = params == null || Json.type(params) != JsonType.OBJECT ? null : Members.get(params, "_meta");
        return tokenIn(meta);
    }

    private static @Nullable String tokenIn(@Nullable Slice object) {
        if (object == null || Json.type(object) != JsonType.OBJECT) {
            return null;
        }
        Slice token = Members.get(object, "progressToken");
        return token == null || token.length() > 256 ? null : token.utf8();
    }
}
