package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.http.exchange.CacheMark;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.replica.ReplicaPeers;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Forwards a request that continues a parked call of another replica. The body stays unchanged, and that replica checks the
 * request again.
 */
public final class ReplicaForwarder {

    private static final Set<String> FORWARDED_HEADERS = Set.of(
            "authorization", "accept", "content-type", "mcp-protocol-version", "traceparent", "tracestate", "baggage");
    private static final String MIRRORED_PREFIX = "mcp-";

    /** The response headers for the client. */
    private static final Set<String> RESPONSE_HEADERS = Set.of("WWW-Authenticate", "Retry-After", CacheMark.HEADER);

    private final ReplicaPeers replicaPeers;
    private final long maxResponseBytes;

    /** @param maxResponseBytes the maximum length of a response */
    public ReplicaForwarder(ReplicaPeers replicaPeers, long maxResponseBytes) {
        this.replicaPeers = replicaPeers;
        this.maxResponseBytes = maxResponseBytes;
    }

    /**
     * Answers a request whose call is parked in another replica: with that replica's response, or with an error if it is
     * unreachable. Returns false if this replica must handle the request.
     */
    boolean forward(HttpCall call, PostedBody postedBody) throws IOException, HttpErrorException, InterruptedException {
        Message request = postedBody.first();
        String state = ObjectEdit.shortText(request.param("requestState"), ParkedCallIds.MAX_LENGTH);
        if (!ParkedCallIds.isParkedCallId(state)) {
            return false;
        }
        String replica = replicaPeers.findOtherReplica(state);
        if (call.header(ReplicaPeers.FORWARDED_HEADER) != null) {
            call.setHeader(ReplicaPeers.REPLICA_HEADER, replicaPeers.replica());
            if (replica != null) {
                throw HttpErrorException.of(
                        ReplicaPeers.MISDIRECTED,
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the call runs on another replica",
                        "try another of cluster.peers");
            }
        }
        if (replica == null || !replicaPeers.hasPeers()) {
            return false;
        }
        String path = call.query() == null ? call.path() : call.path() + "?" + call.query();
        try (ReplicaPeers.ReplicaResponse replicaResponse = replicaPeers.forward(
                replica, new ReplicaPeers.ForwardedRequest(path, forwardedHeaders(call), request.bytes()))) {
            if (replicaResponse == null) {
                call.sendJson(
                        200,
                        Message.error(request.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, unreachable()))
                                .bytes());
            } else {
                relay(call, replicaResponse);
            }
        }
        return true;
    }

    static RefusedException unreachable() {
        return new RefusedException(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                "the call runs on a replica that cannot be reached",
                "repeat the call without requestState and inputResponses");
    }

    private static Map<String, String> forwardedHeaders(HttpCall call) {
        Map<String, String> headers = new LinkedHashMap<>();
        call.forEachHeader((name, value) -> {
            if (FORWARDED_HEADERS.contains(name) || name.startsWith(MIRRORED_PREFIX)) {
                headers.putIfAbsent(name, value);
            }
        });
        return headers;
    }

    private void relay(HttpCall call, ReplicaPeers.ReplicaResponse replicaResponse) throws IOException {
        for (String name : RESPONSE_HEADERS) {
            String value = replicaResponse.header(name);
            if (value != null) {
                call.setHeader(name, value);
            }
        }
        String type = replicaResponse.header("Content-Type");
        call.relay(
                replicaResponse.response().statusCode(),
                type,
                replicaResponse.response().body(),
                maxResponseBytes);
    }
}
