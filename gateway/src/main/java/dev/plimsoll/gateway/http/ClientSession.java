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
 * A session of a client of the revisions up to 2025-11-25, with its own connection to the server. Assigns notifications and
 * requests of the server to the client's open event streams, because over standard output they do not name their request.
 */
final class ClientSession implements Peer {

    /** Limits of the streams that ended before their client had read them. */
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

    /**
     * Returns whether the caller may use the session: only the same caller with the same permissions, on which the session
     * relies.
     */
    boolean belongsTo(AuthenticatedCaller other) {
        return authenticatedCaller.isSameAs(other);
    }

    void over(EndpointSession session) {
        endpointSession = session;
    }

    @Nullable EndpointSession line() {
        return endpointSession;
    }

    /** Returns the revision of the session; empty until it is negotiated. */
    String revision() {
        return revision;
    }

    void agreed(String name) {
        revision = name;
    }

    // --- use

    /** Begins a use of the session. Returns false if it has ended. */
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

    /** Ends the session. Returns whether this call ended it. */
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

    /** Creates the stream for the response to a posted body. */
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

    /** Ends the writing of a stream. A stream that the client has not read completely stays for a while. */
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

    /** Returns the stream of that name if it can be resumed, or null. */
    synchronized @Nullable SseStream stream(String name) {
        return name.equals(GENERAL) ? general : open.get(name);
    }

    // --- messages of the server that are not responses

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
        List<SseStream> readable = new ArrayList<>();
        for (SseStream stream : open.values()) {
            if (!stream.isEnded() && stream.hasReader()) {
                readable.add(stream);
            }
        }
        boolean ofTheServer = method.endsWith("/list_changed") || method.equals("notifications/resources/updated");
        if (readable.isEmpty() || (general.hasReader() && (ofTheServer || readable.size() > 1))) {
            return general;
        }
        return readable.get(readable.size() - 1);
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
