package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Call that waits at the server while its client collects the input that the server has requested. */
final class ParkedCall implements MessageReceiver {

    private final Slice serverId;
    private final Target target;
    private final long parkedSinceNanos = System.nanoTime();
    private final Map<String, InputRequest> passedRequests = new LinkedHashMap<>();
    private final List<InputRequest> queuedRequests = new ArrayList<>();
    private @Nullable Message response;
    private @Nullable RefusedException failure;
    private @Nullable SharedUpstream resumingUpstream;
    private @Nullable Slice resumingId;

    /** The method and name of a call. A call can be resumed only with the same target. */
    record Target(String method, String name) {}

    /** An input request of the server, under the server's id. */
    record InputRequest(Slice id, String method, @Nullable Slice params) {}

    ParkedCall(Slice serverId, Target target) {
        this.serverId = serverId;
        this.target = target;
    }

    /** Returns the id of the call on the connection to the server. */
    Slice serverId() {
        return serverId;
    }

    Target target() {
        return target;
    }

    long parkedSinceNanos() {
        return parkedSinceNanos;
    }

    /** Returns the input requests that were passed to the client, by their keys in {@code inputResponses}. */
    synchronized Map<String, InputRequest> passedRequests() {
        return new LinkedHashMap<>(passedRequests);
    }

    synchronized void addPassed(String key, InputRequest inputRequest) {
        passedRequests.put(key, inputRequest);
    }

    /** Adds an input request that the client gets when it resumes the call. Returns false if too many are open. */
    synchronized boolean queueRequest(InputRequest inputRequest, int maxOpen) {
        return passedRequests.size() + queuedRequests.size() < maxOpen && queuedRequests.add(inputRequest);
    }

    /** Returns the input requests that were not passed to the client yet. */
    synchronized List<InputRequest> queuedRequests() {
        return List.copyOf(queuedRequests);
    }

    /** Removes an input request that the server has canceled. */
    synchronized void removeInputRequest(String idKey) {
        queuedRequests.removeIf(inputRequest -> RequestId.key(inputRequest.id()).equals(idKey));
        passedRequests
                .values()
                .removeIf(inputRequest -> RequestId.key(inputRequest.id()).equals(idKey));
    }

    /** Resumes the call: passes its response to the given request, now or when the response arrives. */
    void resume(SharedUpstream sharedUpstream, Slice id) {
        Message availableResponse;
        RefusedException availableFailure;
        synchronized (this) {
            resumingUpstream = sharedUpstream;
            resumingId = id;
            availableResponse = response;
            availableFailure = failure;
        }
        if (availableResponse != null) {
            respond(sharedUpstream, id, availableResponse);
        } else if (availableFailure != null) {
            sharedUpstream.onFailure(id, availableFailure);
        }
    }

    private static void respond(SharedUpstream sharedUpstream, Slice id, Message response) {
        sharedUpstream.onResponse(response.withId(id));
    }

    @Override
    public void onNotification(Message notification) {
        // drops progress, because no request waits for it
    }

    @Override
    public void onResponse(Message message) {
        SharedUpstream sharedUpstream;
        Slice id;
        synchronized (this) {
            sharedUpstream = resumingUpstream;
            id = resumingId;
            response = sharedUpstream == null ? message : null;
        }
        if (sharedUpstream != null && id != null) {
            respond(sharedUpstream, id, message);
        }
    }

    @Override
    public void onFailure(Slice id, RefusedException why) {
        SharedUpstream sharedUpstream;
        Slice resumedId;
        synchronized (this) {
            sharedUpstream = resumingUpstream;
            resumedId = resumingId;
            failure = why;
        }
        if (sharedUpstream != null && resumedId != null) {
            sharedUpstream.onFailure(resumedId, why);
        }
    }
}
