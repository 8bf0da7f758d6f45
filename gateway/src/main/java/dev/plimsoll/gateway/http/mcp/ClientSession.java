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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session of a client of the revisions up to 2025-11-25, with its own connection to the server. Chooses the
 * event stream of the client for each notification and request of the server. A server over HTTP has sent it on the
 * stream of one request, whose stream to the client also gets it. Otherwise, the session has to guess the stream,
 * because a server on standard output does not say to which request of the client a message belongs.
 */
public final class ClientSession implements Peer {

    private static final String GENERAL_STREAM_NAME = "g";

    private final String id;
    private final AuthenticatedCaller authenticatedCaller;
    private final Transport transport;
    /** The stream that a {@code GET} reads: for messages of the server that belong to no request of the client. */
    private final SseStream generalStream = new SseStream(GENERAL_STREAM_NAME);

    private final RequestStreams requestStreams = new RequestStreams();
    private volatile @Nullable EndpointSession endpointSession;
    private volatile Revision revision = Revision.OLDEST;
    private int useCount;
    private long lastUsedNanos = System.nanoTime();
    private boolean isEnded;
    private volatile boolean isInitialized;

    /** The way in which the client sends messages and receives responses. */
    public enum Transport {
        STREAMABLE_HTTP,
        /** The transport of 2024-11-05: all messages to the client, even responses, go through the general stream. */
        HTTP_SSE
    }

    public ClientSession(String id, AuthenticatedCaller authenticatedCaller, Transport transport) {
        this.id = id;
        this.authenticatedCaller = authenticatedCaller;
        this.transport = transport;
    }

    String id() {
        return id;
    }

    boolean uses(Transport requested) {
        return transport == requested;
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

    /**
     * Ends the session. Returns whether this call ended it. A general stream that has responses stays open until the
     * connection to the endpoint is closed, which fails the pending requests.
     */
    boolean end() {
        boolean hasLateResponses;
        synchronized (this) {
            if (isEnded) {
                return false;
            }
            isEnded = true;
            hasLateResponses = transport == Transport.HTTP_SSE && endpointSession != null;
        }
        if (hasLateResponses) {
            generalStream.beginEnd();
        } else {
            generalStream.end();
        }
        return true;
    }

    // --- streams

    /** Creates the stream for the response to a posted body. */
    public SseStream beginStream(PostedBody postedBody, boolean acceptsEvents) {
        return requestStreams.begin(postedBody, acceptsEvents);
    }

    /**
     * Ends the delivery of a stream.
     *
     * @param isComplete whether the stream is no longer needed; if false, it stays for a while, so that the client can
     *     resume it
     */
    void finishStream(SseStream stream, boolean isComplete) {
        requestStreams.finish(stream, isComplete);
    }

    public SseStream generalStream() {
        return generalStream;
    }

    /** Returns the stream of that name if it can be resumed, or null. */
    @Nullable SseStream findStream(String name) {
        return name.equals(GENERAL_STREAM_NAME) ? generalStream : requestStreams.find(name);
    }

    // --- messages of the server that are not responses

    @Override
    public void send(Message message) {
        findTargetStream(message).send(message);
    }

    private SseStream findTargetStream(Message message) {
        String method = message.method();
        if (method == null) {
            return generalStream;
        }
        SseStream relatedStream = requestStreams.findRelated(message);
        boolean isAboutServer = ProtocolMethod.isChange(method);
        boolean isBetterOnGet = isAboutServer && generalStream.hasReader();
        if (relatedStream != null && (relatedStream.isReadable() || !isBetterOnGet)) {
            return relatedStream;
        }
        // a call that has just begun has no reader until its response is late
        List<SseStream> readableStreams =
                method.equals("notifications/progress") ? List.of() : requestStreams.readable();
        if (readableStreams.isEmpty() || (generalStream.hasReader() && (isAboutServer || readableStreams.size() > 1))) {
            return generalStream;
        }
        return readableStreams.getLast();
    }
}
