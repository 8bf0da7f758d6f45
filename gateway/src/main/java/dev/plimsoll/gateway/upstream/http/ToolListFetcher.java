package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Fetches the tool list of a server for a call whose headers depend on it. */
final class ToolListFetcher {

    private static final int MOST_PAGES = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Slice ID = Slice.of("\"plimsoll-tools\"");

    private final HttpUpstream server;
    private final CancelScope cancelScope;
    private final String revision;
    private final @Nullable Slice meta;

    ToolListFetcher(HttpUpstream server, CancelScope cancelScope, String revision, Message request) {
        this.server = server;
        this.cancelScope = cancelScope;
        this.revision = revision;
        this.meta = request.params() == null ? null : ObjectEdit.objectIn(request.params(), "_meta");
    }

    /**
     * Fetches the tool list. If the server returns none, or an error, it will respond to the call itself accordingly.
     */
    void learn() throws IOException {
        // even if the server returns no list, so that it is not requested before every call
        server.toolHeaders().asked();
        String cursor = null;
        int pages = 0;
        do {
            Slice result = result(cursor);
            if (result == null) {
                return;
            }
            server.toolHeaders().learn(result);
            cursor = ObjectEdit.textIn(result, "nextCursor", 1 << 16);
        } while (cursor != null && ++pages < MOST_PAGES);
    }

    private @Nullable Slice result(@Nullable String cursor) throws IOException {
        Message request = Message.of(Message.request(ID, "tools/list", ListParams.of(meta, cursor)));
        if (request == null) {
            return null;
        }
        OutgoingRequest post = OutgoingRequest.post(server.place(), request.bytes())
                .with(ModernHeaders.headers(request, revision, server.toolHeaders()))
                .within(PATIENCE);
        try (HttpReply httpReply = server.send(post, cancelScope)) {
            return !httpReply.isGood()
                    ? null
                    : httpReply.isStream() ? streamed(httpReply) : result(BodyReader.of(httpReply, limit()));
        }
    }

    private int limit() {
        return server.maxMessageBytes();
    }

    private @Nullable Slice streamed(HttpReply httpReply) throws IOException {
        EventReader events = new EventReader(httpReply.body(), limit());
        Event event = events.next();
        while (event != null) {
            Slice result = result(event.data());
            if (result != null) {
                return result;
            }
            event = events.next();
        }
        return null;
    }

    private static @Nullable Slice result(Slice bytes) {
        Message message = Message.of(bytes);
        Slice result = message == null ? null : message.result();
        return result != null && Json.type(result) == JsonType.OBJECT ? result : null;
    }
}
