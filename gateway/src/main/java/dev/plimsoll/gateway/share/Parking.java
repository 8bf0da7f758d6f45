package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.replica.Tickets;
import dev.plimsoll.gateway.share.Parked.Question;
import dev.plimsoll.gateway.share.Parked.Target;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.RequestId;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a server asks while it works on calls, for clients that are asked by the result of a call and bring what they found out
 * with another. Meanwhile the first is parked. Its state is a number that nobody can guess; all else about it is here.
 */
final class Parking {

    static final Duration LONGEST = Duration.ofMinutes(10);
    static final Duration HELD = Duration.ofSeconds(30);
    static final int MOST = 64;

    private static final int MOST_QUESTIONS = 8;
    private static final String AGAIN = "the call once more, without requestState and inputResponses";
    private static final Set<String> CARRY = Set.of("tools/call", "prompts/get", "resources/read");

    private final SharedServer server;
    private final Tickets tickets;
    private final Abilities abilities;
    private final Map<String, Parked> byState = new LinkedHashMap<>();
    private final List<Held> held = new ArrayList<>();
    private long keys;

    /** What was asked when nobody called: the next who does is asked. */
    private record Held(Question question, long sinceNanos) {}

    /**
     * Nothing is parked in it yet.
     *
     * @param abilities what all clients of this server can be asked
     */
    Parking(SharedServer server, Abilities abilities, Tickets tickets) {
        this.server = server;
        this.tickets = tickets;
        this.abilities = abilities;
    }

    /** What a request is of, if its client can be asked something instead of getting its answer; or null. */
    static @Nullable Target target(Message request) {
        String method = String.valueOf(request.method());
        if (!CARRY.contains(method)) {
            return null;
        }
        String name = ObjectEdit.textIn(request.params(), method.equals("resources/read") ? "uri" : "name", 65_536);
        return name == null ? null : new Target(method, name);
    }

    // --- what the server asks

    /** Whether somebody is asked, or will be. */
    boolean asks(Message request, Slice id) {
        String method = String.valueOf(request.method());
        Slice params = request.params();
        if (!abilities.allow(method, params)) {
            return false;
        }
        Question question = new Question(copied(id), method, params == null ? null : copied(params));
        // who called last is asked: all who call here are one caller, and the server does not say for which call it
        // asks
        Long number = server.lastCall();
        if (number != null && ask(number, List.of(question))) {
            return true;
        }
        synchronized (this) {
            // older ones may never be gone on with
            for (Parked parked : List.copyOf(byState.values()).reversed()) {
                if (parked.queue(question, MOST_QUESTIONS)) {
                    return true;
                }
            }
            return held.size() < MOST_QUESTIONS && held.add(new Held(question, System.nanoTime()));
        }
    }

    private static Slice copied(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    /** A call is on its way: it is asked what was asked before it came. */
    void called(long number) {
        List<Held> questions;
        synchronized (this) {
            if (held.isEmpty()) {
                return;
            }
            questions = List.copyOf(held);
            held.clear();
        }
        if (!ask(number, questions.stream().map(Held::question).toList())) {
            synchronized (this) {
                held.addAll(questions);
            }
        }
    }

    private void refuse(Question question) {
        server.reply(Message.error(
                question.id(),
                new Fault(
                        Fault.INVALID_REQUEST,
                        new RefusedException(
                                ErrorCode.INVALID_REQUEST, "nobody answered in time", "ask during another call"))));
    }

    /** Whether the client of that call is asked; not when it has its answer already. */
    private boolean ask(long number, List<Question> questions) {
        SharedServer.Waiting carrier = server.waitingFor(number);
        Target target = carrier == null ? null : carrier.target();
        if (carrier == null || target == null || !(carrier.receiver() instanceof Branch branch)) {
            return false;
        }
        Parked parked = new Parked(number, target);
        String state = state(parked);
        if (state == null) {
            return false;
        }
        Slice result = asking(parked, state, questions);
        if (!server.exchange(number, carrier, carrier.to(parked))) {
            forget(state);
            return false;
        }
        tell(branch, carrier.id(), result);
        return true;
    }

    private static void tell(Branch branch, Slice id, Slice result) {
        Message message = Message.of(Message.result(id, result));
        if (message != null) {
            branch.answered(message);
        }
    }

    /** A new state; null when too many calls are parked. */
    private synchronized @Nullable String state(Parked parked) {
        if (byState.size() >= MOST) {
            return null;
        }
        String state = tickets.issue();
        byState.put(state, parked);
        return state;
    }

    private synchronized @Nullable Parked forget(String state) {
        return byState.remove(state);
    }

    private synchronized String key() {
        return "q" + ++keys;
    }

    private Slice asking(Parked parked, String state, List<Question> questions) {
        ByteSink out = new ByteSink(512).ascii("{\"resultType\":\"input_required\",\"inputRequests\":{");
        int empty = out.size();
        for (Question question : questions) {
            String key = key();
            parked.asks(key, question);
            out.ascii(out.size() == empty ? "" : ",").string(key);
            out.ascii(":{\"method\":").string(question.method());
            Slice params = question.params();
            if (params != null && Json.type(params) == JsonType.OBJECT) {
                // an id of the visit is of the older revisions
                out.ascii(",\"params\":").raw(ObjectEdit.without(params, "elicitationId"));
            }
            out.ascii("}");
        }
        return out.ascii("},\"requestState\":").string(state).ascii("}").slice();
    }

    // --- what the client brings

    /** Whether this goes on with a call that is parked, or says that it does. */
    static boolean resumes(Message request) {
        return Tickets.isTicket(ObjectEdit.textIn(request.params(), "requestState", Tickets.LONGEST));
    }

    void resume(Branch branch, Message request, Slice id, @Nullable Slice token) {
        String state = String.valueOf(ObjectEdit.textIn(request.params(), "requestState", Tickets.LONGEST));
        Parked parked;
        synchronized (this) {
            parked = byState.get(state);
            if (parked != null && parked.target().equals(target(request))) {
                byState.remove(state);
            } else {
                parked = null;
            }
        }
        if (parked == null) {
            unknown(branch, id, tickets.elsewhere(state) != null);
            return;
        }
        List<Question> open = new ArrayList<>();
        List<Slice> given = new ArrayList<>();
        Slice responses = request.params() == null ? null : ObjectEdit.objectIn(request.params(), "inputResponses");
        for (Map.Entry<String, Question> asked : parked.asked().entrySet()) {
            Slice response = responses == null ? null : ObjectEdit.objectIn(responses, asked.getKey());
            if (response == null) {
                open.add(asked.getValue());
            } else {
                given.add(Message.result(asked.getValue().id(), response));
            }
        }
        open.addAll(parked.queued());
        goOn(parked, branch, id, token, open);
        // what the server asks next finds who waits now, and so does what it has asked since
        given.forEach(server::reply);
        called(parked.number());
    }

    private void goOn(Parked parked, Branch branch, Slice id, @Nullable Slice token, List<Question> open) {
        Parked other = new Parked(parked.number(), parked.target());
        String state = open.isEmpty() ? null : state(other);
        if (state == null) {
            open.forEach(this::refuse);
            server.exchange(parked.number(), parked, branch, id, token);
            parked.resume(branch, id);
            return;
        }
        Slice result = asking(other, state, open);
        if (server.exchange(parked.number(), parked, other, id, token)) {
            tell(branch, id, result);
        } else {
            // its answer has come: nothing more is to be known for it
            forget(state);
            parked.resume(branch, id);
        }
    }

    private static void unknown(Branch branch, Slice id, boolean elsewhere) {
        RefusedException why = elsewhere
                ? new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the call that this goes on with is in another replica, or was in one that has ended",
                        AGAIN)
                : new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "requestState is not known: it was used already, is too old, or is of another call",
                        AGAIN);
        int number = elsewhere ? Fault.INTERNAL_ERROR : Fault.INVALID_PARAMS;
        Message error = Message.of(Message.error(id, new Fault(number, why)));
        if (error != null) {
            branch.answered(error);
        }
    }

    // --- the end

    /** Whether this takes back a question of the server. */
    boolean withdrawn(Slice questionId) {
        String key = RequestId.key(questionId);
        List<Parked> all;
        boolean known;
        synchronized (this) {
            known = held.removeIf(each -> RequestId.key(each.question().id()).equals(key));
            all = List.copyOf(byState.values());
        }
        for (Parked parked : all) {
            known |= parked.asked().values().stream()
                    .anyMatch(question -> RequestId.key(question.id()).equals(key));
            parked.withdraw(key, RequestId::key);
        }
        return known;
    }

    synchronized boolean isEmpty() {
        return byState.isEmpty();
    }

    /** Gives up what nobody came back for. */
    void expire(long nowNanos) {
        List<Parked> late = new ArrayList<>();
        List<Question> unasked = new ArrayList<>();
        synchronized (this) {
            byState.values().removeIf(parked -> nowNanos - parked.sinceNanos() > LONGEST.toNanos() && late.add(parked));
            held.removeIf(each -> nowNanos - each.sinceNanos() > HELD.toNanos() && unasked.add(each.question()));
        }
        unasked.forEach(this::refuse);
        for (Parked parked : late) {
            parked.asked().values().forEach(this::refuse);
            parked.queued().forEach(this::refuse);
            server.abandon(parked);
        }
    }
}
