package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.share.ParkedCall.Question;
import dev.plimsoll.gateway.share.ParkedCall.Target;
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
 * The parked calls of a shared connection. A legacy server sends input requests while it works on a call. A modern client gets
 * them as the result of the call, and sends the input with another call. Until then, the first call is parked. Its request
 * state is an id that cannot be guessed; everything else is stored here.
 */
final class ParkedCalls {

    static final Duration LONGEST = Duration.ofMinutes(10);
    static final Duration HELD = Duration.ofSeconds(30);
    static final int MOST = 64;

    private static final int MOST_QUESTIONS = 8;
    private static final String AGAIN = "repeat the call without requestState and inputResponses";
    private static final Set<String> CARRY = Set.of("tools/call", "prompts/get", "resources/read");

    private final SharedConnection server;
    private final ParkedCallIds parkedCallIds;
    private final ClientAbilities clientAbilities;
    private final Map<String, ParkedCall> byState = new LinkedHashMap<>();
    private final List<Held> held = new ArrayList<>();
    private long keys;

    /** An input request that arrived without a running call. The next call gets it. */
    private record Held(Question question, long sinceNanos) {}

    /**
     * Creates an empty table.
     *
     * @param clientAbilities the abilities that all clients of this connection have
     */
    ParkedCalls(SharedConnection server, ClientAbilities clientAbilities, ParkedCallIds parkedCallIds) {
        this.server = server;
        this.parkedCallIds = parkedCallIds;
        this.clientAbilities = clientAbilities;
    }

    /** Returns the target of a request that may be answered with input requests, or null. */
    static @Nullable Target target(Message request) {
        String method = String.valueOf(request.method());
        if (!CARRY.contains(method)) {
            return null;
        }
        String name = ObjectEdit.textIn(request.params(), method.equals("resources/read") ? "uri" : "name", 65_536);
        return name == null ? null : new Target(method, name);
    }

    // --- input requests of the server

    /** Passes an input request to a client, or holds it for the next call. Returns false if it cannot be passed. */
    boolean asks(Message request, Slice id) {
        String method = String.valueOf(request.method());
        Slice params = request.params();
        if (!clientAbilities.allow(method, params)) {
            return false;
        }
        Question question = new Question(copied(id), method, params == null ? null : copied(params));
        // the last call gets it: all calls on this connection belong to one caller, and the server does not name the
        // call
        Long number = server.lastCall();
        if (number != null && ask(number, List.of(question))) {
            return true;
        }
        synchronized (this) {
            // newest first, because older calls may never be resumed
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

    /** Passes the held input requests to a call that is being sent. */
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
                                ErrorCode.INVALID_REQUEST, "no client responded in time", "request the input during another call"))));
    }

    /**
     * Parks a call and passes input requests to its client. Returns false if that is not possible, for example because the call
     * has been answered.
     */
    private boolean ask(long number, List<Question> questions) {
        SharedConnection.Waiting pending = server.waitingFor(number);
        Target target = pending == null ? null : pending.target();
        if (pending == null || target == null || !(pending.receiver() instanceof SharedUpstream sharedUpstream)) {
            return false;
        }
        ParkedCall parkedCall = new ParkedCall(number, target);
        String state = state(parkedCall);
        if (state == null) {
            return false;
        }
        Slice result = asking(parkedCall, state, questions);
        if (!server.exchange(number, pending, pending.to(parkedCall))) {
            forget(state);
            return false;
        }
        tell(sharedUpstream, pending.id(), result);
        return true;
    }

    private static void tell(SharedUpstream sharedUpstream, Slice id, Slice result) {
        Message message = Message.of(Message.result(id, result));
        if (message != null) {
            sharedUpstream.answered(message);
        }
    }

    /** Returns a new request state, or null if too many calls are parked. */
    private synchronized @Nullable String state(ParkedCall parkedCall) {
        if (byState.size() >= MOST) {
            return null;
        }
        String state = parkedCallIds.create();
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
                // only earlier revisions have the id of an elicitation
                out.ascii(",\"params\":").raw(ObjectEdit.without(params, "elicitationId"));
            }
            out.ascii("}");
        }
        return out.ascii("},\"requestState\":").string(state).ascii("}").slice();
    }

    // --- input from the client

    /** Returns whether the request has the state of a parked call, valid or not. */
    static boolean resumes(Message request) {
        return ParkedCallIds.isParkedCallId(
                ObjectEdit.textIn(request.params(), "requestState", ParkedCallIds.MAX_LENGTH));
    }

    void resume(SharedUpstream sharedUpstream, Message request, Slice id, @Nullable Slice token) {
        String state = String.valueOf(ObjectEdit.textIn(request.params(), "requestState", ParkedCallIds.MAX_LENGTH));
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
            unknown(sharedUpstream, id, parkedCallIds.findOtherReplica(state) != null);
            return;
        }
        List<Question> open = new ArrayList<>();
        List<Slice> clientResponses = new ArrayList<>();
        Slice responses = request.params() == null ? null : ObjectEdit.objectIn(request.params(), "inputResponses");
        for (Map.Entry<String, Question> asked : parkedCall.asked().entrySet()) {
            Slice response = responses == null ? null : ObjectEdit.objectIn(responses, asked.getKey());
            if (response == null) {
                open.add(asked.getValue());
            } else {
                clientResponses.add(Message.result(asked.getValue().id(), response));
            }
        }
        open.addAll(parkedCall.queued());
        goOn(parkedCall, sharedUpstream, id, token, open);
        // not earlier: further input requests must find the request that resumes the call
        clientResponses.forEach(server::reply);
        called(parkedCall.number());
    }

    private void goOn(
            ParkedCall parkedCall,
            SharedUpstream sharedUpstream,
            Slice id,
            @Nullable Slice token,
            List<Question> open) {
        ParkedCall next = new ParkedCall(parkedCall.number(), parkedCall.target());
        String state = open.isEmpty() ? null : state(next);
        if (state == null) {
            open.forEach(this::refuse);
            server.exchange(parkedCall.number(), parkedCall, sharedUpstream, id, token);
            parkedCall.resume(sharedUpstream, id);
            return;
        }
        Slice result = asking(next, state, open);
        if (server.exchange(parkedCall.number(), parkedCall, next, id, token)) {
            tell(sharedUpstream, id, result);
        } else {
            // the response has arrived, so no more input is needed
            forget(state);
            parkedCall.resume(sharedUpstream, id);
        }
    }

    private static void unknown(SharedUpstream sharedUpstream, Slice id, boolean isOnOtherReplica) {
        RefusedException why = isOnOtherReplica
                ? new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the call runs on another replica, or its replica has stopped",
                        AGAIN)
                : new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "requestState is unknown: it was already used, has expired, or belongs to another call",
                        AGAIN);
        int number = isOnOtherReplica ? ErrorObject.INTERNAL_ERROR : ErrorObject.INVALID_PARAMS;
        Message error = Message.of(Message.error(id, new ErrorObject(number, why)));
        if (error != null) {
            sharedUpstream.answered(error);
        }
    }

    // --- the end

    /** Removes an input request that the server has canceled. Returns whether it was known. */
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

    /** Ends the calls and input requests that have waited too long. */
    void expire(long nowNanos) {
        List<ParkedCall> expiredCalls = new ArrayList<>();
        List<Question> expiredRequests = new ArrayList<>();
        synchronized (this) {
            byState.values()
                    .removeIf(parkedCall ->
                            nowNanos - parkedCall.sinceNanos() > LONGEST.toNanos() && expiredCalls.add(parkedCall));
            held.removeIf(each -> nowNanos - each.sinceNanos() > HELD.toNanos() && expiredRequests.add(each.question()));
        }
        expiredRequests.forEach(this::refuse);
        for (ParkedCall parkedCall : expiredCalls) {
            parkedCall.asked().values().forEach(this::refuse);
            parkedCall.queued().forEach(this::refuse);
            server.abandon(parkedCall);
        }
    }
}
