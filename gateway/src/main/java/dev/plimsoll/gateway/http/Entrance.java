package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The address of one server, or of all of them together. */
final class Entrance {

    static final String SESSION = "Mcp-Session-Id";
    static final String REVISION = "MCP-Protocol-Version";
    private static final String LAST_EVENT = "Last-Event-ID";

    private final Backend backend;
    private final Limits limits;
    private final Sessions sessions;
    private final InFlight inFlight;
    private final Log log;
    private final Elsewhere elsewhere;
    private final RepeatedArguments repeated = new RepeatedArguments();

    Entrance(Backend backend, Limits limits, Sessions sessions, InFlight inFlight, Elsewhere elsewhere, Log log) {
        this.elsewhere = elsewhere;
        this.backend = backend;
        this.limits = limits;
        this.sessions = sessions;
        this.inFlight = inFlight;
        this.log = log;
    }

    Sessions sessions() {
        return sessions;
    }

    /** Answers, or says what is still to be done for an answer; null when that is nothing. */
    @Nullable Answer handle(HttpCall call, Caller caller) throws IOException, Refusal, InterruptedException {
        switch (call.method()) {
            case "POST" -> {
                return post(call, caller);
            }
            case "GET", "DELETE" -> {
                if (Modern.named(call.header(REVISION))) {
                    throw Refusal.invalid(405, "revision " + Modern.REVISION + " has no sessions", "POST")
                            .with("Allow", "POST, OPTIONS");
                }
                if (call.method().equals("GET")) {
                    get(call, caller);
                } else {
                    delete(call, caller);
                }
            }
            default ->
                throw Refusal.invalid(405, "this method is not served here", "POST, GET or DELETE")
                        .with("Allow", "GET, POST, DELETE, OPTIONS");
        }
        return null;
    }

    // --- POST

    private @Nullable Answer post(HttpCall call, Caller caller) throws IOException, Refusal, InterruptedException {
        call.requireJson();
        Accepts accepts = Accepts.of(call.header("Accept"));
        if (!accepts.json() && !accepts.events()) {
            throw Refusal.invalid(406, "no kind of answer is accepted", "Accept: application/json, text/event-stream");
        }
        Said said = AskedTrace.of(AskedBudget.of(Said.of(call.body(limits.maxMessageBytes())), call.query()), call);
        int requests = said.waiting();
        inFlight.begin(caller, requests, said.first().id());
        Runnable over = () -> inFlight.end(caller, requests);
        Answer answer = null;
        try {
            answer = post(call, said, accepts, caller);
        } finally {
            if (answer == null) {
                over.run();
            }
        }
        return answer == null ? null : answer.andThen(over);
    }

    private @Nullable Answer post(HttpCall call, Said said, Accepts accepts, Caller caller)
            throws IOException, Refusal, InterruptedException {
        if (Modern.speaks(call.header(REVISION), said)) {
            Modern.check(call, said.first());
            repeated.check(call, said.first());
            if (elsewhere.answers(call, said)) {
                return null;
            }
            return once(call, said, accepts, caller);
        }
        String id = call.header(SESSION);
        if (said.isOpening()) {
            open(call, said, accepts, id, caller);
            return null;
        }
        Session session = sessions.enter(id, caller);
        Answer answer = null;
        try {
            Revisions.check(call.header(REVISION));
            Line line = session.line();
            answer = line == null ? null : post(call, said, accepts, session, line);
            return answer;
        } finally {
            if (answer == null) {
                session.leave();
            }
        }
    }

    private @Nullable Answer post(HttpCall call, Said said, Accepts accepts, Session session, Line line)
            throws IOException, Refusal {
        if (said.batch() && !Revisions.batches(session.revision())) {
            throw Refusal.invalid(400, "the revision of this session has no batches", "one message at a time");
        }
        if (!said.hasRequests()) {
            line.hear(said.body(), (Slice... answer) -> {});
            call.empty(202);
            return null;
        }
        return answer(call, said, line, new LegacyTerms(accepts, limits.keepAlive(), session), session::leave);
    }

    private Answer answer(HttpCall call, Said said, Line line, LegacyTerms terms, Runnable leaving) {
        Session session = terms.session();
        EventStream stream = session.begin(said, terms.accepts().events());
        Peer reply = repeated.learning(said, stream.answers());
        return new Answer(() -> line.hear(said.body(), reply), stream, new Delivery(call, stream, terms), complete -> {
            session.finish(stream, complete);
            leaving.run();
        });
    }

    /** A request that stands for itself. Without whoever made it nobody wants its answer. */
    private @Nullable Answer once(HttpCall call, Said said, Accepts accepts, Caller caller)
            throws IOException, Refusal {
        sessions.takes();
        if (!said.hasRequests()) {
            // what could be said without asking went with the sessions
            call.empty(202);
            return null;
        }
        EventStream stream = new EventStream("once", false);
        try {
            Line line = backend.once(caller, Abilities.of(Modern.capabilities(said.first())), stream::send);
            Peer reply = repeated.learning(said, stream.answers());
            Delivery.Terms terms = ModernTerms.of(accepts, limits.keepAlive(), line::expire);
            return new Answer(
                    () -> line.hear(said.body(), reply), stream, new Delivery(call, stream, terms), complete -> {
                        if (!stream.isEnded()) {
                            line.cancel();
                        }
                        stream.end();
                        line.close();
                    });
        } catch (BusyException e) {
            throw Refusal.busy(e);
        }
    }

    private static Abilities declared(Message initialize) {
        Slice params = initialize.params();
        return Abilities.of(params == null ? null : ObjectEdit.objectIn(params, "capabilities"));
    }

    private void open(HttpCall call, Said said, Accepts accepts, @Nullable String id, Caller caller)
            throws IOException, Refusal, InterruptedException {
        if (id != null && sessions.has(id)) {
            throw Refusal.invalid(400, "this session is open already", "initialize without Mcp-Session-Id");
        }
        Session session;
        try {
            session = sessions.open(caller, declared(said.first()));
        } catch (BusyException e) {
            throw Refusal.busy(e);
        } catch (IOException e) {
            log.say(
                    Level.ERROR,
                    "a server cannot be started",
                    "server",
                    backend.name(),
                    "why",
                    String.valueOf(e.getMessage()));
            RefusedException why = new RefusedException(
                            ErrorCode.UPSTREAM_UNAVAILABLE,
                            String.valueOf(e.getMessage()),
                            "mend servers." + backend.name() + ", then try again")
                    .detail("server", backend.name());
            call.json(200, Message.error(said.first().id(), new Fault(Fault.INTERNAL_ERROR, why)));
            return;
        }
        OpeningTerms terms = new OpeningTerms(accepts, limits.keepAlive(), session, backend.opening(), () -> {
            log.say(Level.WARN, "a server gave no first answer in time", "server", backend.name());
            sessions.end(session, "its server gave no first answer in time");
        });
        Line line = session.line();
        try {
            if (line != null) {
                Answer answer = answer(call, said, line, terms, () -> {});
                answer.ask();
                answer.deliver();
            }
        } finally {
            session.leave();
            if (!terms.opened()) {
                sessions.end(session, "it was not opened");
            }
        }
    }

    // --- GET, DELETE

    private void get(HttpCall call, Caller caller) throws IOException, Refusal, InterruptedException {
        Accepts accepts = Accepts.of(call.header("Accept"));
        if (!accepts.events()) {
            throw Refusal.invalid(406, "a GET is answered with a stream of events", "Accept: text/event-stream");
        }
        Session session = sessions.enter(call.header(SESSION), caller);
        try {
            Revisions.check(call.header(REVISION));
            resume(call, session, new LegacyTerms(accepts, limits.keepAlive(), session));
        } finally {
            session.leave();
        }
    }

    private static void resume(HttpCall call, Session session, Delivery.Terms terms)
            throws IOException, InterruptedException {
        String last = call.header(LAST_EVENT);
        int dot = last == null ? -1 : last.lastIndexOf('.');
        EventStream named = last == null || dot < 0 ? null : session.stream(last.substring(0, dot));
        EventStream stream = named == null ? session.general() : named;
        long after = named == null || last == null ? -1 : number(last.substring(dot + 1));
        boolean complete = false;
        try {
            new Delivery(call, stream, terms).resume(after);
            complete = stream.isEnded();
        } finally {
            if (stream != session.general()) {
                session.finish(stream, complete);
            }
        }
    }

    /** Less than zero where it is none. */
    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private void delete(HttpCall call, Caller caller) throws IOException, Refusal {
        Session session = sessions.enter(call.header(SESSION), caller);
        session.leave();
        sessions.end(session, "its client ended it");
        call.empty(204);
    }
}
