package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.gateway.upstream.http.pool.BodyReader;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the tool list of a server, which declares the headers that a tool call needs.
 *
 * <p>This transport reads the list, because only HTTP has these headers: the call that needs them is already being sent,
 * and a filter would make this request for servers of all transports.
 */
final class ToolListFetcher {

    private static final int MAX_PAGES = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Slice ID = Slice.of("\"plimsoll-tools\"");

    private final HttpUpstream server;
    private final HttpConnection httpConnection;
    private final CancelScope cancelScope;
    private final String revision;
    private final @Nullable Slice meta;

    ToolListFetcher(
            HttpUpstream server,
            HttpConnection httpConnection,
            CancelScope cancelScope,
            String revision,
            Message request) {
        this.server = server;
        this.httpConnection = httpConnection;
        this.cancelScope = cancelScope;
        this.revision = revision;
        this.meta = ObjectEdit.objectOrNull(request.meta());
    }

    /**
     * Fetches the tool list, and records its declarations. Ends without an error if the server does not
     * return it: the server's response to the call then shows what is wrong.
     */
    void fetch() throws IOException {
        // before the response, so that a server that returns no list is not asked again before each call
        server.toolHeaders().markToolListRequested();
        String cursor = null;
        int pages = 0;
        do {
            Slice result = fetchPage(cursor);
            if (result == null) {
                return;
            }
            server.toolHeaders().addDeclarations(result);
            cursor = ObjectEdit.textIn(result, "nextCursor", 1 << 16);
        } while (cursor != null && ++pages < MAX_PAGES);
    }

    private @Nullable Slice fetchPage(@Nullable String cursor) throws IOException {
        Message request = Message.request(ID, "tools/list", ListParams.of(meta, cursor));
        OutgoingRequest post = OutgoingRequest.post(server.url(), request.bytes())
                .addHeaders(ModernHeaders.headers(request, revision, server.toolHeaders()))
                .setTimeout(TIMEOUT);
        try (UpstreamResponse upstreamResponse = httpConnection.send(post, cancelScope)) {
            return !upstreamResponse.isSuccess()
                    ? null
                    : upstreamResponse.isEventStream()
                            ? readResult(upstreamResponse)
                            : parseResult(BodyReader.read(upstreamResponse, maxBytes()));
        }
    }

    private int maxBytes() {
        return server.maxMessageBytes();
    }

    private @Nullable Slice readResult(UpstreamResponse upstreamResponse) throws IOException {
        EventReader events = new EventReader(upstreamResponse.body(), maxBytes());
        Event event = events.next();
        while (event != null) {
            Slice result = parseResult(event.data());
            if (result != null) {
                return result;
            }
            event = events.next();
        }
        return null;
    }

    private static @Nullable Slice parseResult(Slice bytes) {
        Message message = Message.parse(bytes);
        Slice result = message == null ? null : message.result();
        return result != null && Json.type(result) == JsonType.OBJECT ? result : null;
    }
}
