package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.json.frame.MemoryReservation;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Event stream of the transport HTTP+SSE of 2024-11-05. All messages of the server arrive on this stream; its
 * first event names the URL for POST requests.
 */
final class LegacySseStream implements Runnable {

    private static final int MAX_EVENTS_BEFORE_ENDPOINT = 16;

    private final HttpUpstream server;
    private final HttpConnection httpConnection;
    private final MemoryReservation memoryReservation;
    private final CancelScope cancelScope = new CancelScope();
    private @Nullable UpstreamResponse upstreamResponse;
    private @Nullable EventReader events;
    private volatile @Nullable URI endpoint;

    LegacySseStream(HttpUpstream server, HttpConnection httpConnection) {
        this.server = server;
        this.httpConnection = httpConnection;
        this.memoryReservation = server.messageMemory().openReservation();
    }

    /** Returns the URL for POST requests. */
    URI endpoint() {
        URI url = endpoint;
        return url == null ? server.url() : url;
    }

    /** Opens the stream and waits for its first event. Returns whether the server uses this transport. */
    boolean open() throws IOException {
        Duration timeout = server.serverConfig().timeouts().start();
        // not a timeout of the TCP connection, which would also end the stream later, when the server is
        // silent for that time
        CompletableFuture<Void> timeoutFuture = new CompletableFuture<>();
        var _ = timeoutFuture
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(e -> {
                    cancelScope.cancel();
                    return null;
                });
        UpstreamResponse openedResponse = httpConnection.send(
                OutgoingRequest.get(server.url()).addHeader("Accept", OutgoingRequest.EVENT_STREAM), cancelScope);
        URI foundEndpoint = null;
        try {
            foundEndpoint =
                    openedResponse.isSuccess() && openedResponse.isEventStream() ? readEndpoint(openedResponse) : null;
        } finally {
            timeoutFuture.complete(null);
            if (foundEndpoint == null) {
                openedResponse.close();
            }
        }
        endpoint = foundEndpoint;
        return foundEndpoint != null;
    }

    private @Nullable URI readEndpoint(UpstreamResponse openedResponse) throws IOException {
        EventReader reader = new EventReader(openedResponse.body(), server.maxMessageBytes(), memoryReservation);
        upstreamResponse = openedResponse;
        events = reader;
        Event event = reader.next();
        for (int i = 0; event != null && i < MAX_EVENTS_BEFORE_ENDPOINT; i++) {
            if (event.type().equals("endpoint")) {
                return ServerAddress.resolveInOrigin(server.url(), event.data().utf8());
            }
            event = reader.next();
        }
        return null;
    }

    void startReading() {
        Thread.startVirtualThread(this);
    }

    @Override
    public void run() {
        try (UpstreamResponse openedResponse = upstreamResponse) {
            EventReader reader = events;
            Event event = reader == null ? null : httpConnection.nextEvent(reader);
            while (event != null && reader != null && openedResponse != null) {
                httpConnection.forward(event.data());
                event = httpConnection.nextEvent(reader);
            }
        } catch (IOException e) {
            httpConnection.warn("the server's stream broke");
        } catch (RuntimeException | OutOfMemoryError e) {
            httpConnection.warn("internal error, stopped reading the server's stream: "
                    + e.getClass().getName());
        } finally {
            memoryReservation.release();
            httpConnection.end("its stream ended");
        }
    }

    void cancel() {
        cancelScope.cancel();
    }
}
