package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.upstream.shared.ParkedCall.InputRequest;
import dev.plimsoll.gateway.upstream.shared.ParkedCall.Target;
import dev.plimsoll.gateway.upstream.shared.SharedConnection.PendingRequest;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the parked calls of a shared connection. A legacy server sends input requests while it handles a call. A modern
 * client gets them as the result of the call, and sends the input with another call. Until then, the first call is
 * parked. The request state is an id that cannot be guessed; all other data is stored here.
 */
final class ParkedCalls {

    static final Duration MAX_PARKED_TIME = Duration.ofMinutes(10);
    static final Duration MAX_UNASSIGNED_TIME = Duration.ofSeconds(30);
    static final int MAX_PARKED_CALLS = 64;

    private static final int MAX_INPUT_REQUESTS = 8;
    private static final int MAX_ATTEMPTS = 8;
    private static final String RETRY_SUGGESTION = "repeat the call without requestState and inputResponses";

    private final SharedConnection connection;
    private final ParkedCallIds parkedCallIds;
    private final ClientAbilities clientAbilities;
    private final Map<String, ParkedCall> callByState = new LinkedHashMap<>();
    private final List<UnassignedRequest> unassignedRequests = new ArrayList<>();
    private long lastKeyNumber;

    /**
     * Input request that arrived while its call was being resumed, or while no call was running.
     *
     * @param serverId the id of its call; null if it is not known, so that the next call gets the input request
     */
    private record UnassignedRequest(
            InputRequest inputRequest, @Nullable Slice serverId, long sinceNanos) {

        boolean canBelongTo(Slice callId) {
            return serverId == null || serverId.contentEquals(callId);
        }
    }

    /**
     * Creates an empty table.
     *
     * @param clientAbilities the abilities that all clients of this connection have
     */
    ParkedCalls(SharedConnection connection, ClientAbilities clientAbilities, ParkedCallIds parkedCallIds) {
        this.connection = connection;
        this.parkedCallIds = parkedCallIds;
        this.clientAbilities = clientAbilities;
    }

    /** Returns the target of a request whose result can be input requests; null for other requests. */
    static @Nullable Target findTarget(Message request) {
        String method = request.method();
        String parameter = ProtocolMethod.allowsInput(method) ? ProtocolMethod.nameParameter(method) : null;
        String name = parameter == null ? null : ObjectEdit.shortText(request.param(parameter), 65_536);
        return method == null || name == null ? null : new Target(method, name);
    }

    // --- input requests of the server

    /**
     * Passes an input request to a client, or stores it for its call or the next one. Returns false if no client
     * supports it, too many are open, or its call has ended.
     */
    boolean passInputRequest(Message request, Slice id) {
        String method = String.valueOf(request.method());
        Slice params = request.params();
        if (!clientAbilities.allows(method, params)) {
            return false;
        }
        InputRequest inputRequest = new InputRequest(copyOf(id), method, params == null ? null : copyOf(params));
        String taskId = findRelatedTask(params);
        if (taskId != null && connection.tasks().addInputRequest(taskId, inputRequest)) {
            return true;
        }
        Slice relatedId = request.relatedRequestId();
        if (relatedId != null) {
            return passToCall(relatedId, inputRequest);
        }
        // the call is not known: the last call gets the input request, because all calls on this connection belong to
        // one caller
        PendingRequest lastCall = connection.findLastCall();
        if (lastCall != null && park(lastCall.serverId(), List.of(inputRequest))) {
            return true;
        }
        synchronized (this) {
            // newest first, because older calls may never be resumed
            for (ParkedCall parkedCall : List.copyOf(callByState.values()).reversed()) {
                if (parkedCall.queueRequest(inputRequest, MAX_INPUT_REQUESTS)) {
                    return true;
                }
            }
            return unassignedRequests.size() < MAX_INPUT_REQUESTS
                    && unassignedRequests.add(new UnassignedRequest(inputRequest, null, System.nanoTime()));
        }
    }

    /** Passes an input request to the call to which it belongs. Returns false if that is not possible. */
    private boolean passToCall(Slice relatedId, InputRequest inputRequest) {
        PendingRequest pending = connection.findPending(relatedId);
        if (pending == null || pending.target() == null) {
            return false;
        }
        Slice serverId = pending.serverId();
        if (park(serverId, List.of(inputRequest))) {
            return true;
        }
        synchronized (this) {
            for (ParkedCall parkedCall : callByState.values()) {
                if (parkedCall.serverId().contentEquals(serverId)) {
                    return parkedCall.queueRequest(inputRequest, MAX_INPUT_REQUESTS);
                }
            }
            if (callByState.size() >= MAX_PARKED_CALLS || unassignedRequests.size() >= MAX_INPUT_REQUESTS) {
                return false;
            }
            unassignedRequests.add(new UnassignedRequest(inputRequest, serverId, System.nanoTime()));
        }
        // the call is being resumed: the resumption passes the input request, unless it has just ended
        passUnassignedRequests(serverId);
        return true;
    }

    /** Returns the id of the task that requests the input, or null. */
    private static @Nullable String findRelatedTask(@Nullable Slice params) {
        Slice meta = params == null ? null : ObjectEdit.objectIn(params, "_meta");
        Slice relatedTask = meta == null ? null : ObjectEdit.objectIn(meta, RequestMeta.RELATED_TASK);
        return ObjectEdit.textIn(relatedTask, "taskId", 1_024);
    }

    private static Slice copyOf(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    /** Passes the stored input requests that can belong to a call to this call, which is being sent or resumed. */
    void passUnassignedRequests(Slice serverId) {
        int attempts = 0;
        // another thread can resume the call between two steps, and finds no input request then
        while (!tryPassUnassignedRequests(serverId) && isRunning(serverId) && attempts < MAX_ATTEMPTS) {
            attempts++;
        }
    }

    /** Returns whether a call waits for its response, so that it can be parked. */
    private boolean isRunning(Slice serverId) {
        PendingRequest pending = connection.findPending(serverId);
        return pending != null && pending.receiver() instanceof SharedUpstream;
    }

    /** Returns false if input requests are stored again, because the call is not running. */
    private boolean tryPassUnassignedRequests(Slice serverId) {
        List<UnassignedRequest> inputRequests = new ArrayList<>();
        synchronized (this) {
            unassignedRequests.removeIf(
                    unassigned -> unassigned.canBelongTo(serverId) && inputRequests.add(unassigned));
        }
        if (inputRequests.isEmpty()
                || park(
                        serverId,
                        inputRequests.stream()
                                .map(UnassignedRequest::inputRequest)
                                .toList())) {
            return true;
        }
        synchronized (this) {
            inputRequests.removeIf(
                    unassigned -> unassigned.serverId() != null && queue(serverId, unassigned.inputRequest()));
            unassignedRequests.addAll(inputRequests);
        }
        return inputRequests.isEmpty();
    }

    /** Adds an input request to a call if it is parked. Returns false if it is not, or has too many input requests. */
    private synchronized boolean queue(Slice serverId, InputRequest inputRequest) {
        for (ParkedCall parkedCall : callByState.values()) {
            if (parkedCall.serverId().contentEquals(serverId)) {
                return parkedCall.queueRequest(inputRequest, MAX_INPUT_REQUESTS);
            }
        }
        return false;
    }

    private void rejectInputRequest(InputRequest inputRequest) {
        connection.sendToServer(Message.error(
                inputRequest.id(),
                new ErrorObject(
                        ErrorObject.INVALID_REQUEST,
                        new RefusedException(
                                ErrorCode.INVALID_REQUEST,
                                "no client responded in time",
                                "request the input during another call"))));
    }

    /**
     * Parks a call and passes input requests to its client. Returns false if the call cannot be parked, for example
     * because its response has arrived.
     */
    private boolean park(Slice serverId, List<InputRequest> inputRequests) {
        PendingRequest pending = connection.findPending(serverId);
        Target target = pending == null ? null : pending.target();
        if (pending == null || target == null || !(pending.receiver() instanceof SharedUpstream sharedUpstream)) {
            return false;
        }
        ParkedCall parkedCall = new ParkedCall(serverId, target);
        String state = register(parkedCall);
        if (state == null) {
            return false;
        }
        Slice result = writeInputRequiredResult(parkedCall, state, inputRequests);
        if (!connection.replaceReceiver(pending, parkedCall)) {
            discard(state, serverId);
            return false;
        }
        respond(sharedUpstream, pending.id(), result);
        return true;
    }

    private static void respond(SharedUpstream sharedUpstream, Slice id, Slice result) {
        sharedUpstream.onResponse(Message.result(id, result));
    }

    /** Returns a new request state, or null if too many calls are parked. */
    private synchronized @Nullable String register(ParkedCall parkedCall) {
        if (callByState.size() >= MAX_PARKED_CALLS) {
            return null;
        }
        String state = parkedCallIds.create();
        callByState.put(state, parkedCall);
        return state;
    }

    /** Removes a call that was not parked after all. Stores the input requests that it got meanwhile. */
    private synchronized void discard(String state, Slice serverId) {
        ParkedCall parkedCall = callByState.remove(state);
        if (parkedCall != null) {
            parkedCall
                    .queuedRequests()
                    .forEach(inputRequest ->
                            unassignedRequests.add(new UnassignedRequest(inputRequest, serverId, System.nanoTime())));
        }
    }

    private synchronized @Nullable ParkedCall remove(String state) {
        return callByState.remove(state);
    }

    private synchronized String nextKey() {
        return "q" + ++lastKeyNumber;
    }

    private Slice writeInputRequiredResult(ParkedCall parkedCall, String state, List<InputRequest> inputRequests) {
        JsonWriter json = new JsonWriter(512).beginObject().string("resultType", "input_required");
        json.beginObject("inputRequests");
        for (InputRequest inputRequest : inputRequests) {
            String key = nextKey();
            parkedCall.addPassed(key, inputRequest);
            json.beginObject(key).string("method", inputRequest.method());
            Slice params = inputRequest.params();
            if (params != null && Json.type(params) == JsonType.OBJECT) {
                // only earlier revisions have the id of an elicitation
                json.raw("params", ObjectEdit.without(params, "elicitationId"));
            }
            json.endObject();
        }
        return json.endObject().string("requestState", state).endObject().slice();
    }

    // --- input from the client

    /** Returns whether the request state of a request has the form of the id of a parked call. */
    static boolean isResumption(Message request) {
        return ParkedCallIds.isParkedCallId(
                ObjectEdit.shortText(request.param("requestState"), ParkedCallIds.MAX_LENGTH));
    }

    void resume(SharedUpstream sharedUpstream, Message request, Slice id, @Nullable Slice progressToken) {
        String state = String.valueOf(ObjectEdit.shortText(request.param("requestState"), ParkedCallIds.MAX_LENGTH));
        ParkedCall parkedCall;
        synchronized (this) {
            parkedCall = callByState.get(state);
            if (parkedCall != null && parkedCall.target().equals(findTarget(request))) {
                callByState.remove(state);
            } else {
                parkedCall = null;
            }
        }
        if (parkedCall == null) {
            rejectState(sharedUpstream, id, parkedCallIds.findOtherReplica(state) != null);
            return;
        }
        List<InputRequest> openRequests = new ArrayList<>();
        List<Message> clientResponses = new ArrayList<>();
        Slice responses = ObjectEdit.objectOrNull(request.param("inputResponses"));
        for (Map.Entry<String, InputRequest> passedRequest :
                parkedCall.passedRequests().entrySet()) {
            Slice response = responses == null ? null : ObjectEdit.objectIn(responses, passedRequest.getKey());
            if (response == null) {
                openRequests.add(passedRequest.getValue());
            } else {
                clientResponses.add(Message.result(passedRequest.getValue().id(), response));
            }
        }
        openRequests.addAll(parkedCall.queuedRequests());
        continueCall(parkedCall, sharedUpstream, id, progressToken, openRequests);
        // after the call is resumed, so that further input requests find the request that resumes it
        clientResponses.forEach(connection::sendToServer);
        passUnassignedRequests(parkedCall.serverId());
    }

    /** Lets the resumed call wait for its response, or parks it again if input requests are open. */
    private void continueCall(
            ParkedCall parkedCall,
            SharedUpstream sharedUpstream,
            Slice id,
            @Nullable Slice progressToken,
            List<InputRequest> openRequests) {
        ParkedCall nextParkedCall = new ParkedCall(parkedCall.serverId(), parkedCall.target());
        String state = openRequests.isEmpty() ? null : register(nextParkedCall);
        if (state == null) {
            openRequests.forEach(this::rejectInputRequest);
            connection.replaceReceiver(parkedCall, sharedUpstream, id, progressToken);
            parkedCall.resume(sharedUpstream, id);
            return;
        }
        Slice result = writeInputRequiredResult(nextParkedCall, state, openRequests);
        if (connection.replaceReceiver(parkedCall, nextParkedCall, id, progressToken)) {
            respond(sharedUpstream, id, result);
        } else {
            // the response has arrived, so no more input is needed
            remove(state);
            parkedCall.resume(sharedUpstream, id);
        }
    }

    private static void rejectState(SharedUpstream sharedUpstream, Slice id, boolean isOnOtherReplica) {
        RefusedException why = isOnOtherReplica
                ? new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the call runs on another replica, or its replica has stopped",
                        RETRY_SUGGESTION)
                : new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "requestState is unknown: it was already used, has expired, or belongs to another call",
                        RETRY_SUGGESTION);
        int number = isOnOtherReplica ? ErrorObject.INTERNAL_ERROR : ErrorObject.INVALID_PARAMS;
        sharedUpstream.onResponse(Message.error(id, new ErrorObject(number, why)));
    }

    // --- cancellation and expiry

    /** Removes an input request that the server has canceled. Returns whether it was known. */
    boolean removeInputRequest(Slice inputRequestId) {
        String key = RequestId.key(inputRequestId);
        List<ParkedCall> calls;
        boolean isKnown;
        synchronized (this) {
            isKnown = unassignedRequests.removeIf(unassignedRequest ->
                    RequestId.key(unassignedRequest.inputRequest().id()).equals(key));
            calls = List.copyOf(callByState.values());
        }
        for (ParkedCall parkedCall : calls) {
            isKnown |= parkedCall.passedRequests().values().stream()
                    .anyMatch(inputRequest -> RequestId.key(inputRequest.id()).equals(key));
            parkedCall.removeInputRequest(key);
        }
        return isKnown;
    }

    synchronized boolean isEmpty() {
        return callByState.isEmpty();
    }

    /** Ends the calls and input requests that have waited too long. */
    void expire(long nowNanos) {
        List<ParkedCall> expiredCalls = new ArrayList<>();
        List<InputRequest> expiredRequests = new ArrayList<>();
        synchronized (this) {
            callByState
                    .values()
                    .removeIf(parkedCall -> nowNanos - parkedCall.parkedSinceNanos() > MAX_PARKED_TIME.toNanos()
                            && expiredCalls.add(parkedCall));
            unassignedRequests.removeIf(
                    unassignedRequest -> nowNanos - unassignedRequest.sinceNanos() > MAX_UNASSIGNED_TIME.toNanos()
                            && expiredRequests.add(unassignedRequest.inputRequest()));
        }
        expiredRequests.forEach(this::rejectInputRequest);
        for (ParkedCall parkedCall : expiredCalls) {
            parkedCall.passedRequests().values().forEach(this::rejectInputRequest);
            parkedCall.queuedRequests().forEach(this::rejectInputRequest);
            connection.cancelParked(parkedCall);
        }
    }
}
