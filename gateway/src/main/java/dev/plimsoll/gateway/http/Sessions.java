package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.backend.Places;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions at one address. */
final class Sessions {

    private static final int ID_BYTES = 18;
    private static final String ENDING = "the gateway ends";

    private final Backend backend;
    private final Limits limits;
    private final Places places;
    private final Log log;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> byId = new ConcurrentHashMap<>();
    private final Set<Thread> closings = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    Sessions(Backend backend, Limits limits, Places places, Log log) {
        this.backend = backend;
        this.limits = limits;
        this.places = places;
        this.log = log;
    }

    /**
     * A new one, in use already.
     *
     * @param abilities what its client says that it can do
     * @throws IOException when its server cannot be started
     */
    Session open(Caller caller, Abilities abilities) throws IOException, Refusal, BusyException {
        takes();
        places.take();
        Session session = new Session(newId(), caller);
        try {
            session.over(
                    backend.open(caller, session.id(), abilities, session, () -> end(session, "its server ended")));
        } catch (IOException | BusyException | RuntimeException e) {
            places.give();
            throw e;
        }
        byId.put(session.id(), session);
        if (!session.enter()) {
            // its server was quicker to end than we to get here
            byId.remove(session.id());
            close(session);
        }
        if (ending) {
            end(session, ENDING);
        }
        return session;
    }

    /** Whoever comes after {@link #leave} is sent away, which others may take to be somebody else's turn. */
    void takes() throws Refusal {
        if (ending) {
            throw Refusal.of(503, ErrorCode.UPSTREAM_UNAVAILABLE, ENDING, "come back later")
                    .with("Connection", "close");
        }
    }

    private String newId() {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }

    /** The caller's session of that id, in use from now on. */
    Session enter(@Nullable String id, Caller caller) throws Refusal {
        if (id == null) {
            throw Refusal.invalid(400, "no Mcp-Session-Id", "begin with initialize, then send the id that came back");
        }
        Session session = byId.get(id);
        if (session == null || !session.belongsTo(caller) || !session.enter()) {
            throw Refusal.of(
                    404, ErrorCode.NOT_FOUND, "there is no such session (any more)", "begin anew with initialize");
        }
        return session;
    }

    boolean has(String id) {
        return byId.containsKey(id);
    }

    /** Ends it without waiting for its server. */
    void end(Session session, String why) {
        byId.remove(session.id());
        if (!session.end()) {
            return;
        }
        places.give();
        log.say(Level.INFO, "session ended", "server", backend.name(), "why", why);
        close(session);
    }

    private void close(Session session) {
        Line line = session.line();
        if (line != null) {
            Thread closing =
                    Thread.ofPlatform().name("plimsoll-end-" + backend.name()).unstarted(line::close);
            closings.add(closing);
            closing.start();
            closings.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        }
    }

    /** Looks after all of them; to be called now and then. */
    void tend() {
        backend.tend();
        for (Session session : byId.values()) {
            Line line = session.line();
            if (line != null) {
                line.expire();
            }
            if (session.isUnused(limits.sessionIdle())) {
                end(session, "unused");
            }
        }
    }

    /** Takes no more sessions, and no requests without one. */
    void leave() {
        ending = true;
    }

    /** Ends them and waits for their servers. */
    void endAll() throws InterruptedException {
        leave();
        List.copyOf(byId.values()).forEach(session -> end(session, ENDING));
        for (Thread closing : closings) {
            closing.join();
        }
        backend.close();
    }
}
