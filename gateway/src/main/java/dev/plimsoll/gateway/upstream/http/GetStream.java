package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.json.frame.MemoryReservation;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/**
 * Receives the messages that a server sends outside of requests, on the event stream of a GET request. If the
 * stream breaks, it is opened again. Many servers have no such stream.
 */
final class GetStream implements Runnable {

    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final long MAX_PAUSE_MILLIS = 60_000;

    private final HttpUpstream server;
    private final HttpConnection httpConnection;
    private final HttpSession httpSession;
    private final CancelScope cancelScope = new CancelScope();
    private String lastEventId = "";
    private long retryMillis = -1;
    private int failures;

    GetStream(HttpUpstream server, HttpConnection httpConnection, HttpSession httpSession) {
        this.server = server;
        this.httpConnection = httpConnection;
        this.httpSession = httpSession;
    }

    @Override
    public void run() {
        try {
            while (readStream() && cancelScope.pause(nextPauseMillis())) {
                failures++;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RefusedException e) {
            httpConnection.warn("stopped receiving messages on the GET stream: " + e.getMessage());
        } catch (RuntimeException | OutOfMemoryError e) {
            httpConnection.warn("internal error, stopped receiving messages on the GET stream: "
                    + e.getClass().getName());
        } finally {
            httpConnection.activity().onClosed();
        }
    }

    /** Returns the pause before the next attempt. It doubles with each failure, up to a minute. */
    private long nextPauseMillis() {
        long firstPause = retryMillis >= 0 ? Math.max(retryMillis, 100) : FIRST_PAUSE_MILLIS;
        return Math.min(firstPause << Math.min(failures, 6), Math.max(MAX_PAUSE_MILLIS, retryMillis));
    }

    /** Reads a stream to its end. Returns whether to open it again. */
    private boolean readStream() {
        try (UpstreamResponse upstreamResponse = httpConnection.send(httpSession.createGet(lastEventId), cancelScope)) {
            if (upstreamResponse.status() == 404 && httpSession.hasId()) {
                httpConnection.onSessionLost();
                return false;
            }
            if (!upstreamResponse.isSuccess() || !upstreamResponse.isEventStream()) {
                server.log().log(
                        LogSeverity.DEBUG, "the server has no GET stream", "status", upstreamResponse.status());
                return upstreamResponse.status() >= 500 && upstreamResponse.status() != 501;
            }
            httpConnection.activity().onOpened();
            readEvents(upstreamResponse);
        } catch (IOException e) {
            server.log().log(LogSeverity.DEBUG, "lost the GET stream of the server");
        } finally {
            httpConnection.activity().onClosed();
        }
        return !cancelScope.isCancelled();
    }

    private void readEvents(UpstreamResponse upstreamResponse) throws IOException {
        MemoryReservation memoryReservation = server.messageMemory().openReservation();
        EventReader events = new EventReader(
                httpConnection.activity().observe(upstreamResponse.body()),
                server.maxMessageBytes(),
                memoryReservation,
                httpConnection.activity()::onHandled);
        try {
            Event event = httpConnection.nextEvent(events);
            while (event != null) {
                failures = 0;
                httpConnection.forward(event.data());
                event = httpConnection.nextEvent(events);
            }
        } finally {
            memoryReservation.release();
            lastEventId = events.lastEventId().isEmpty() ? lastEventId : events.lastEventId();
            retryMillis = events.retryMillis() < 0 ? retryMillis : events.retryMillis();
        }
    }

    void cancel() {
        cancelScope.cancel();
    }
}
