package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/** Hears what a server says by itself, on a stream that is opened again whenever it is lost. Many servers have none. */
final class Listening implements Runnable {

    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    private final HttpServer server;
    private final Connection connection;
    private final Session session;
    private final Call call = new Call();
    private String lastId = "";
    private long retryMillis = -1;
    private int failures;

    Listening(HttpServer server, Connection connection, Session session) {
        this.server = server;
        this.connection = connection;
        this.session = session;
    }

    @Override
    public void run() {
        try {
            while (hear() && call.pause(pause())) {
                failures++;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RefusedException e) {
            connection.troubled("what the server says by itself is not heard: " + e.getMessage());
        } catch (RuntimeException | OutOfMemoryError e) {
            connection.troubled("internal error, what the server says by itself is not heard: "
                    + e.getClass().getName());
        } finally {
            connection.activity().closed();
        }
    }

    private long pause() {
        long first = retryMillis >= 0 ? Math.max(retryMillis, 100) : FIRST_PAUSE_MILLIS;
        return Math.min(first << Math.min(failures, 6), Math.max(LONGEST_PAUSE_MILLIS, retryMillis));
    }

    /** Hears one stream to its end; whether to open another. */
    private boolean hear() {
        try (Reply reply = server.send(session.get(lastId), call)) {
            if (reply.status() == 404 && session.hasId()) {
                connection.forgotten();
                return false;
            }
            if (!reply.isGood() || !reply.isStream()) {
                server.log().say(Level.DEBUG, "no stream for what the server says by itself", "status", reply.status());
                return reply.status() >= 500 && reply.status() != 501;
            }
            connection.activity().opened();
            follow(reply);
        } catch (IOException e) {
            server.log().say(Level.DEBUG, "lost the stream of what the server says by itself");
        } finally {
            connection.activity().closed();
        }
        return !call.isCancelled();
    }

    private void follow(Reply reply) throws IOException {
        EventReader events = new EventReader(connection.activity().observed(reply.body()), server.maxMessageBytes());
        try {
            Event event = connection.next(events);
            while (event != null) {
                failures = 0;
                connection.heard(event.data());
                connection.activity().heard();
                event = connection.next(events);
            }
        } finally {
            lastId = events.lastId().isEmpty() ? lastId : events.lastId();
            retryMillis = events.retryMillis() < 0 ? retryMillis : events.retryMillis();
        }
    }

    void end() {
        call.cancel();
    }
}
