package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.SseStream;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Event streams of the requests of one session, each for the response to a posted body. */
final class RequestStreams {

    /** Maximum number of streams that stay after their delivery, because the client has not read them completely. */
    private static final int MAX_UNREAD_STREAMS = 8;

    /** Maximum number of unread bytes of these streams together. */
    private static final long MAX_UNREAD_BYTES = 1 << 20;

    private static final int MAX_TOKEN_BYTES = 256;

    private final Map<String, OpenStream> openStreams = new LinkedHashMap<>();
    private final Map<String, SseStream> streamByRequestId = new LinkedHashMap<>();
    private final Map<String, SseStream> streamByProgressToken = new LinkedHashMap<>();
    private final Deque<SseStream> unreadStreams = new ArrayDeque<>();
    private long lastStreamNumber;

    /** A stream, with the ids and progress tokens of its requests. */
    private record OpenStream(SseStream stream, List<String> requestIds, List<String> tokens) {

        OpenStream(SseStream stream) {
            this(stream, new ArrayList<>(1), new ArrayList<>(1));
        }
    }

    /** Creates the stream for the response to a posted body. Only clients that accept events get other messages on it. */
    synchronized SseStream begin(PostedBody postedBody, boolean acceptsEvents) {
        SseStream stream = new SseStream("p" + ++lastStreamNumber);
        if (acceptsEvents) {
            OpenStream openStream = new OpenStream(stream);
            openStreams.put(stream.name(), openStream);
            for (Message message : postedBody.messages()) {
                Slice id = message.id();
                if (id != null && message.isRequest()) {
                    add(RequestId.key(id), textOf(RequestMeta.progressToken(message)), openStream);
                }
            }
        }
        return stream;
    }

    private void add(String requestId, @Nullable String token, OpenStream openStream) {
        openStream.requestIds().add(requestId);
        // if the client uses the id of a pending request again, the second request is refused
        streamByRequestId.merge(
                requestId, openStream.stream(), (earlier, later) -> earlier.isEnded() ? later : earlier);
        if (token != null) {
            openStream.tokens().add(token);
            streamByProgressToken.put(token, openStream.stream());
        }
    }

    /**
     * Ends the delivery of a stream.
     *
     * @param isComplete whether the stream is no longer needed; if false, it stays for a while, so that the client can
     *     resume it
     */
    synchronized void finish(SseStream stream, boolean isComplete) {
        if (isComplete) {
            remove(stream);
            unreadStreams.remove(stream);
        } else if (openStreams.containsKey(stream.name())) {
            unreadStreams.remove(stream);
            unreadStreams.add(stream);
            dropOldStreams();
        }
    }

    private void remove(SseStream stream) {
        OpenStream removed = openStreams.remove(stream.name());
        if (removed != null) {
            removed.requestIds().forEach(id -> streamByRequestId.remove(id, stream));
            removed.tokens().forEach(token -> streamByProgressToken.remove(token, stream));
        }
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
            remove(oldest);
        }
    }

    /** Returns the stream of that name if it can be resumed, or null. */
    synchronized @Nullable SseStream find(String name) {
        OpenStream openStream = openStreams.get(name);
        return openStream == null ? null : openStream.stream();
    }

    /**
     * Returns the open stream of the request to which a message of the server belongs. Null if the message does not say
     * to which request it belongs, or if that stream has ended.
     */
    synchronized @Nullable SseStream findRelated(Message message) {
        // messages on streams that nobody reads add to their bytes
        dropOldStreams();
        Slice requestId = message.relatedRequestId();
        SseStream stream = requestId == null ? null : streamByRequestId.get(RequestId.key(requestId));
        if (stream != null && !stream.isEnded()) {
            return stream;
        }
        boolean isProgress = "notifications/progress".equals(message.method());
        String token = isProgress ? textOf(message.param("progressToken")) : null;
        return token == null ? null : streamByProgressToken.get(token);
    }

    private static @Nullable String textOf(@Nullable Slice token) {
        return token == null || token.length() > MAX_TOKEN_BYTES ? null : token.utf8();
    }

    /** Returns the streams on which a message reaches the client soon, oldest first. */
    synchronized List<SseStream> readable() {
        return openStreams.values().stream()
                .map(OpenStream::stream)
                .filter(SseStream::isReadable)
                .toList();
    }
}
