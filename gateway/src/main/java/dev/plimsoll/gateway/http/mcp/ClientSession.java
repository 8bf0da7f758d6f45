package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.SseStream;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
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
 * A session of a client of the revisions up to 2025-11-25, with its own connection to the server. Chooses the
 * event stream of the client for each notification and request of the server. The session has to guess this
 * stream, because a server on standard output does not say to which request of the client a message belongs.
 */
public final class ClientSession implements Peer {

    /** Maximum number of streams that stay after their delivery, because the client has not read them completely. */
    private static final int MAX_UNREAD_STREAMS = 8;

    /** Maximum number of unread bytes of these streams together. */
    private static final long MAX_UNREAD_BYTES = 1 << 20;

    private static final String GENERAL_STREAM_NAME = "g";

    private final String id;
    private final AuthenticatedCaller authenticatedCaller;
    /** The stream that a {@code GET} reads: for messages of the server that belong to no request of the client. */
    private final SseStream generalStream = new SseStream(GENERAL_STREAM_NAME);

    private final Map<String, SseStream> openStreams = new LinkedHashMap<>();
    private final Map<String, String> streamNameByProgressToken = new LinkedHashMap<>();
    private final Deque<SseStream> unreadStreams = new ArrayDeque<>();
    private volatile @Nullable EndpointSession endpointSession;
    private volatile Revision revision = Revision.OLDEST;
    private long lastStreamNumber;
    private int useCount;
    private long lastUsedNanos = System.nanoTime();
    private boolean isConnecting;
    private boolean isEnded;
    private volatile boolean isInitialized;

    public ClientSession(String id, AuthenticatedCaller authenticatedCaller) {
        this.id = id;
        this.authenticatedCaller = authenticatedCaller;
    }

    String id() {
        return id;
    }

    AuthenticatedCaller authenticatedCaller() {
        return authenticatedCaller;
    }

    /** Returns the name under which the caller holds the session. */
    String holder() {
        return authenticatedCaller.holder();
    }

    /**
     * Returns whether the caller may use the session: it must be the caller that opened the session, with the
     * same permissions as then.
     */
    public boolean belongsTo(AuthenticatedCaller caller) {
        return authenticatedCaller.isSameAs(caller);
    }

    /** Sets the connection to the endpoint. Returns false if the session has ended; the caller then closes the connection. */
    synchronized boolean attach(EndpointSession session) {
        endpointSession = session;
        return !isEnded;
    }

    /** Returns whether this call is the first one, so that only one request connects the session to its server. */
    synchronized boolean beginConnecting() {
        boolean isFirst = !isConnecting;
        isConnecting = true;
        return isFirst;
    }

    @Nullable EndpointSession findEndpointSession() {
        return endpointSession;
    }

    /** Returns the revision of the session; the oldest one until it is negotiated. */
    Revision revision() {
        return revision;
    }

    boolean isInitialized() {
        return isInitialized;
    }

    /** Takes the revision from the response to {@code initialize}, unless the response is an error. */
    void onInitializeResponse(Message response) {
        Slice result = response.result();
        if (result != null && Json.type(result) == JsonType.OBJECT) {
            Slice name = Members.get(result, "protocolVersion");
            if (name != null && Json.type(name) == JsonType.STRING) {
                revision = Revision.of(JsonText.unescapeToString(Json.stringInside(name)));
            }
            isInitialized = true;
        }
    }

    // --- use

    /** Begins a use of the session. Returns false if it has ended. */
    synchronized boolean beginUse() {
        useCount += isEnded ? 0 : 1;
        return !isEnded;
    }

    synchronized void endUse() {
        useCount--;
        lastUsedNanos = System.nanoTime();
    }

    synchronized boolean isUnused(Duration idleTime) {
        return useCount == 0 && System.nanoTime() - lastUsedNanos > idleTime.toNanos();
    }

    /** Ends the session. Returns whether this call ended it. */
    boolean end() {
        synchronized (this) {
            if (isEnded) {
                return false;
            }
            isEnded = true;
        }
        generalStream.end();
        return true;
    }

    // --- streams

    /** Creates the stream for the response to a posted body. */
    public synchronized SseStream beginStream(PostedBody postedBody, boolean acceptsEvents) {
        SseStream stream = new SseStream("p" + ++lastStreamNumber);
        if (acceptsEvents) {
            openStreams.put(stream.name(), stream);
            for (Message message : postedBody.messages()) {
                String token = message.isRequest() ? progressToken(message.params()) : null;
                if (token != null) {
                    streamNameByProgressToken.put(token, stream.name());
                }
            }
        }
        return stream;
    }

    /**
     * Ends the delivery of a stream.
     *
     * @param isComplete whether the stream is no longer needed; if false, it stays for a while, so that the client can
     *     resume it
     */
    synchronized void finishStream(SseStream stream, boolean isComplete) {
        if (isComplete) {
            openStreams.remove(stream.name());
            unreadStreams.remove(stream);
        } else if (openStreams.containsKey(stream.name())) {
            unreadStreams.remove(stream);
            unreadStreams.add(stream);
            dropOldStreams();
        }
        streamNameByProgressToken.values().removeIf(name -> !openStreams.containsKey(name));
    }

    private void dropOldStreams() {
        long bytes = 0;
        for (SseStream stream : unreadStreams) {
            bytes += stream.unreadBytes();
        }
        while (unreadStreams.size() > MAX_UNREAD_STREAMS || (bytes > MAX_UNREAD_BYTES && !unreadStreams.isEmpty())) {
            SseStream oldest = unreadStreams.remove();
            bytes -= oldest.unreadBytes();
            oldest.end();
            openStreams.remove(oldest.name());
        }
    }

    public SseStream generalStream() {
        return generalStream;
    }

    /** Returns the stream of that name if it can be resumed, or null. */
    synchronized @Nullable SseStream findStream(String name) {
        return name.equals(GENERAL_STREAM_NAME) ? generalStream : openStreams.get(name);
    }

    // --- messages of the server that are not responses

    @Override
    public void send(Message message) {
        findTargetStream(message).send(message);
    }

    private synchronized SseStream findTargetStream(Message message) {
        String method = message.method();
        if (method == null) {
            return generalStream;
        }
        if (method.equals("notifications/progress")) {
            String token = findToken(message.params());
            String name = token == null ? null : streamNameByProgressToken.get(token);
            SseStream stream = name == null ? null : openStreams.get(name);
            return stream == null ? generalStream : stream;
        }
        List<SseStream> readableStreams = new ArrayList<>();
        for (SseStream stream : openStreams.values()) {
            // a call that has just begun has no reader until its response is late
            if (stream.isReadable()) {
                readableStreams.add(stream);
            }
        }
        boolean isAboutServer = ProtocolMethod.isChange(method);
        if (readableStreams.isEmpty() || (generalStream.hasReader() && (isAboutServer || readableStreams.size() > 1))) {
            return generalStream;
        }
        return readableStreams.get(readableStreams.size() - 1);
    }

    private static @Nullable String progressToken(@Nullable Slice params) {
        Slice meta = params == null || Json.type(params) != JsonType.OBJECT ? null : Members.get(params, "_meta");
        return findToken(meta);
    }

    private static @Nullable String findToken(@Nullable Slice object) {
        if (object == null || Json.type(object) != JsonType.OBJECT) {
            return null;
        }
        Slice token = Members.get(object, "progressToken");
        return token == null || token.length() > 256 ? null : token.utf8();
    }
}
