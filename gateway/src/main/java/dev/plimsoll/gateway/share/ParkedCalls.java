package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.share.ParkedCall.Question;
import dev.plimsoll.gateway.share.ParkedCall.Target;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
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
final class ParkedCalls {

    static final Duration LONGEST = Duration.ofMinutes(10);
    static final Duration HELD = Duration.ofSeconds(30);
    static final int MOST = 64;

    private static final int MOST_QUESTIONS = 8;
    private static final String AGAIN = "the call once more, without requestState and inputResponses";
    private static final Set<String> CARRY = Set.of("tools/call", "prompts/get", "resources/read");

    private final SharedConnection server;
    private final ParkedCallIds parkedCallIds;
    private final ClientAbilities clientAbilities;
    private final Map<String, ParkedCall> byState = new LinkedHashMap<>();
    private final List<Held> held = new ArrayList<>();
    private long keys;

    /** What was asked when nobody called: the next who does is asked. */
    private record Held(Question question, long sinceNanos) {}

    /**
     * Nothing is parked in it yet.
     *
     * @param clientAbilities what all clients of this server can be asked
     */
    ParkedCalls(SharedConnection server, ClientAbilities clientAbilities, ParkedCallIds parkedCallIds) {
        this.server = server;
        this.parkedCallIds = parkedCallIds;
        this.clientAbilities = clientAbilities;
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
        if (!clientAbilities.allow(method, params)) {
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
            for (ParkedCall parkedCall : List.copyOf(byState.values()).reversed()) {
                if (parkedCall.queue(question, MOST_QUESTIONS)) {
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
                new ErrorObject(
                        ErrorObject.INVALID_REQUEST,
                        new RefusedException(
                                ErrorCode.INVALID_REQUEST, "nobody answered in time", "ask during another call"))));
    }

    /** Whether the client of that call is asked; not when it has its answer already. */
    private boolean ask(long number, List<Question> questions) {
        SharedConnection.Waiting carrier = server.waitingFor(number);
        Target target = carrier == null ? null : carrier.target();
        if (carrier == null || target == null || !(carrier.receiver() instanceof SharedUpstream sharedUpstream)) {
            return false;
        }
        ParkedCall parkedCall = new ParkedCall(number, target);
        String state = state(parkedCall);
        if (state == null) {
            return false;
        }
        Slice result = asking(parkedCall, state, questions);
        if (!server.exchange(number, carrier, carrier.to(parkedCall))) {
            forget(state);
            return false;
        }
        tell(sharedUpstream, carrier.id(), result);
        return true;
    }

    private static void tell(SharedUpstream sharedUpstream, Slice id, Slice result) {
        Message message = Message.of(Message.result(id, result));
        if (message != null) {
            sharedUpstream.answered(message);
        }
    }

    /** A new state; null when too many calls are parked. */
    private synchronized @Nullable String state(ParkedCall parkedCall) {
        if (byState.size() >= MOST) {
            return null;
        }
        String state = parkedCallIds.issue();
        byState.put(state, parkedCall);
        return state;
    }

    private synchronized @Nullable ParkedCall forget(String state) {
        return byState.remove(state);
    }

    private synchronized String key() {
        return "q" + ++keys;
    }

    private Slice asking(ParkedCall parkedCall, String state, List<Question> questions) {
        ByteSink out = new ByteSink(512).ascii("{\"resultType\":\"input_required\",\"inputRequests\":{");
        int empty = out.size();
        for (Question question : questions) {
            String key = key();
            parkedCall.asks(key, question);
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
        return ParkedCallIds.isTicket(ObjectEdit.textIn(request.params(), "requestState", ParkedCallIds.LONGEST));
    }

    void resume(SharedUpstream sharedUpstream, Message request, Slice id, @Nullable Slice token) {
        String state = String.valueOf(ObjectEdit.textIn(request.params(), "requestState", ParkedCallIds.LONGEST));
        ParkedCall parkedCall;
        synchronized (this) {
            parkedCall = byState.get(state);
            if (parkedCall != null && parkedCall.target().equals(target(request))) {
                byState.remove(state);
            } else {
                parkedCall = null;
            }
        }
        if (parkedCall == null) {
            unknown(sharedUpstream, id, parkedCallIds.elsewhere(state) != null);
            return;
        }
        List<Question> open = new ArrayList<>();
        List<Slice> given = new ArrayList<>();
        Slice responses = request.params() == null ? null : ObjectEdit.objectIn(request.params(), "inputResponses");
        for (Map.Entry<String, Question> asked : parkedCall.asked().entrySet()) {
            Slice response = responses == null ? null : ObjectEdit.objectIn(responses, asked.getKey());
            if (response == null) {
                open.add(asked.getValue());
            } else {
                given.add(Message.result(asked.getValue().id(), response));
            }
        }
        open.addAll(parkedCall.queued());
        goOn(parkedCall, sharedUpstream, id, token, open);
        // what the server asks next finds who waits now, and so does what it has asked since
        given.forEach(server::reply);
        called(parkedCall.number());
    }

    private void goOn(ParkedCall parkedCall, SharedUpstream sharedUpstream, Slice id, @Nullable Slice token, List<Question> open) {
        ParkedCall other = new ParkedCall(parkedCall.number(), parkedCall.target());
        String state = open.isEmpty() ? null : state(other);
        if (state == null) {
            open.forEach(this::refuse);
            server.exchange(parkedCall.number(), parkedCall, sharedUpstream, id, token);
            parkedCall.resume(sharedUpstream, id);
            return;
        }
        Slice result = asking(other, state, open);
        if (server.exchange(parkedCall.number(), parkedCall, other, id, token)) {
            tell(sharedUpstream, id, result);
        } else {
            // its answer has come: nothing more is to be known for it
            forget(state);
            parkedCall.resume(sharedUpstream, id);
        }
    }

    private static void unknown(SharedUpstream sharedUpstream, Slice id, boolean elsewhere) {
        RefusedException why = elsewhere
                ? new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the call that this goes on with is in another replica, or was in one that has ended",
                        AGAIN)
                : new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "requestState is not known: it was used already, is too old, or is of another call",
                        AGAIN);
        int number = elsewhere ? ErrorObject.INTERNAL_ERROR : ErrorObject.INVALID_PARAMS;
        Message error = Message.of(Message.error(id, new ErrorObject(number, why)));
        if (error != null) {
            sharedUpstream.answered(error);
        }
    }

    // --- the end

    /** Whether this takes back a question of the server. */
    boolean withdrawn(Slice questionId) {
        String key = RequestId.key(questionId);
        List<ParkedCall> all;
        boolean known;
        synchronized (this) {
            known = held.removeIf(each -> RequestId.key(each.question().id()).equals(key));
            all = List.copyOf(byState.values());
        }
        for (ParkedCall parkedCall : all) {
            known |= parkedCall.asked().values().stream()
                    .anyMatch(question -> RequestId.key(question.id()).equals(key));
            parkedCall.withdraw(key, RequestId::key);
        }
        return known;
    }

    synchronized boolean isEmpty() {
        return byState.isEmpty();
    }

    /** Gives up what nobody came back for. */
    void expire(long nowNanos) {
        List<ParkedCall> late = new ArrayList<>();
        List<Question> unasked = new ArrayList<>();
        synchronized (this) {
            byState.values().removeIf(parkedCall -> nowNanos - parkedCall.sinceNanos() > LONGEST.toNanos() && late.add(parkedCall));
            held.removeIf(each -> nowNanos - each.sinceNanos() > HELD.toNanos() && unasked.add(each.question()));
        }
        unasked.forEach(this::refuse);
        for (ParkedCall parkedCall : late) {
            parkedCall.asked().values().forEach(this::refuse);
            parkedCall.queued().forEach(this::refuse);
            server.abandon(parkedCall);
        }
    }
}
