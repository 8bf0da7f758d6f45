package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A pending request of a legacy client, which a modern server may answer with input requests first. */
final class MultiRoundRequest {

    /** An error ends the request if the server requests input more often than this. */
    private static final int MAX_ROUNDS = 20;

    private static final int MAX_INPUT_REQUESTS = 32;
    private static final int MAX_KEY_LENGTH = 1_024;
    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final Slice id;
    private final String method;
    private final boolean isTask;
    /** The parameters that each later round repeats; null if the server may not request input for this request. */
    private final @Nullable Slice params;

    private final PendingRequests<InputRequest> openInputRequests = new PendingRequests<>(MAX_INPUT_REQUESTS);
    private final Map<String, Slice> inputResponses = new LinkedHashMap<>();
    private Slice serverRequestId;
    private @Nullable Slice requestState;
    private int roundCount;

    /**
     * An input request that the client has not answered.
     *
     * @param id the gateway's id of the request to the client
     * @param key the server's key for the input
     */
    private record InputRequest(Slice id, String key, String method) {}

    /** @param isTask whether the client wants the call to run as a task */
    MultiRoundRequest(Message request, boolean isTask) {
        this.isTask = isTask;
        Slice requestId = request.id();
        if (requestId == null) {
            throw new IllegalArgumentException("request: must have an id");
        }
        id = copyOf(requestId);
        serverRequestId = id;
        method = String.valueOf(request.method());
        Slice requestParams = request.params();
        boolean allowsInput = ProtocolMethod.allowsInput(method)
                && requestParams != null
                && Json.type(requestParams) == JsonType.OBJECT;
        params = allowsInput && requestParams != null ? copyOf(ObjectEdit.without(requestParams, "task")) : null;
    }

    private static Slice copyOf(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    /** Returns the client's id. */
    Slice id() {
        return id;
    }

    /** Returns the id of the request to the server. Each round has another id. */
    synchronized Slice serverRequestId() {
        return serverRequestId;
    }

    String method() {
        return method;
    }

    boolean isTask() {
        return isTask;
    }

    /**
     * Returns the input requests for the client. The list is empty if the server's result contains only
     * request state: then the request is repeated without input.
     *
     * @throws RefusedException if the client does not support an input request
     */
    synchronized List<Message> createInputRequests(Slice result, InitializeData initializeData, RequestIds inputIds) {
        if (params == null) {
            throw refusal("the server requests input where none is allowed", "call with other arguments");
        }
        if (++roundCount > MAX_ROUNDS) {
            throw refusal(
                    "the server requested input more than " + MAX_ROUNDS + " times",
                    "repeat the call with all input in its arguments, if it changes nothing");
        }
        Slice requestedInputs = ObjectEdit.objectIn(result, "inputRequests");
        Slice state = ObjectEdit.valueIn(result, "requestState");
        requestState = state == null || Json.type(state) != JsonType.STRING ? null : copyOf(state);
        inputResponses.clear();
        var _ = openInputRequests.removeAll();
        List<Message> requests = new ArrayList<>();
        if (requestedInputs != null) {
            Members members = Members.of(requestedInputs);
            while (members.next()) {
                requests.add(createInputRequest(members.keyText(), members.value(), initializeData, inputIds.next()));
            }
        }
        if (requests.isEmpty() && requestState == null) {
            throw refusal(
                    "the server requests no input and returns no result", "repeat the call if it changes nothing");
        }
        return requests;
    }

    private Message createInputRequest(String key, Slice request, InitializeData initializeData, Slice ownId) {
        String inputMethod = ObjectEdit.textIn(request, "method", 64);
        Slice inputParams = ObjectEdit.objectIn(request, "params");
        if (inputMethod == null || openInputRequests.size() == MAX_INPUT_REQUESTS || key.length() > MAX_KEY_LENGTH) {
            throw refusal("the server sent an invalid input request", "repeat the call if it changes nothing");
        }
        if (!initializeData.supports(inputMethod, inputParams)) {
            throw refusal(
                    "the server requests input by " + methodForMessage(inputMethod)
                            + ", which the client did not declare in initialize",
                    "use a client that declares it, or pass all input as arguments");
        }
        var _ = openInputRequests.add(ownId, new InputRequest(ownId, key, inputMethod));
        return Message.request(ownId, inputMethod, toLegacyInputParams(inputParams, initializeData.revision()))
                .withRelatedRequest(id);
    }

    /** Returns the parameters of an input request for a client of this revision. */
    static Slice toLegacyInputParams(@Nullable Slice params, Revision revision) {
        Slice object = orEmptyObject(params);
        return revision.hasElicitationIds() ? withElicitationId(object) : object;
    }

    /**
     * Returns the method if the protocol defines it. Other names are texts of the server, which must not appear in
     * messages.
     */
    private static String methodForMessage(String method) {
        return ProtocolMethod.isInput(method) ? method : "an unknown method";
    }

    private static Slice orEmptyObject(@Nullable Slice params) {
        return params == null ? EMPTY_OBJECT : params;
    }

    /** Adds the elicitation id that 2025-11-25 requires for URLs. */
    private static Slice withElicitationId(Slice params) {
        boolean isUrl = "url".equals(ObjectEdit.textIn(params, "mode", 64));
        if (!isUrl || Members.get(params, "elicitationId") != null) {
            return params;
        }
        Slice id = new ByteSink().string(UUID.randomUUID().toString()).slice();
        return ObjectEdit.with(params, "elicitationId", id);
    }

    /** Returns whether an input request with this id is open. */
    boolean hasOpenRequest(Slice inputRequestId) {
        return openInputRequests.find(inputRequestId) != null;
    }

    /**
     * Takes the client's response to an input request. Returns true if it was the last one.
     *
     * @throws RefusedException if the client responds with an error, which cannot be passed to the server
     */
    synchronized boolean acceptResponse(Message response) {
        Slice responseId = response.id();
        InputRequest inputRequest = responseId == null ? null : openInputRequests.remove(responseId);
        Slice result = response.result();
        if (inputRequest == null) {
            return false;
        }
        if (result == null) {
            throw refusal(
                    "the client responded to " + inputRequest.method() + " with an error",
                    "repeat the call once the client can answer");
        }
        inputResponses.put(inputRequest.key(), copyOf(result));
        return openInputRequests.isEmpty();
    }

    /** Returns the ids of the client's open input requests, to cancel them. */
    List<Slice> openRequestIds() {
        return openInputRequests.values().stream().map(InputRequest::id).toList();
    }

    /**
     * Starts the next round under a new id. Returns the parameters of the round: the client's parameters, the input,
     * and the server's request state.
     */
    synchronized Slice startNextRound(Slice newId) {
        serverRequestId = newId;
        Slice nextParams = orEmptyObject(params);
        if (!inputResponses.isEmpty()) {
            JsonWriter responses = new JsonWriter().beginObject();
            inputResponses.forEach(responses::raw);
            nextParams = ObjectEdit.with(
                    nextParams, "inputResponses", responses.endObject().slice());
        }
        Slice state = requestState;
        return state == null ? nextParams : ObjectEdit.with(nextParams, "requestState", state);
    }

    private static RefusedException refusal(String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion);
    }
}
