package dev.plimsoll.gateway.http;

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
final class ReplicaForwarder {

    private static final Set<String> PASSED = Set.of(
            "authorization", "accept", "content-type", "mcp-protocol-version", "traceparent", "tracestate", "baggage");
    private static final String MIRRORED = "mcp-";

    /** The response headers for the client. */
    private static final Set<String> RETURNED = Set.of("WWW-Authenticate", "Retry-After", CacheMark.HEADER);

    private final ReplicaPeers replicaPeers;
    private final long mostBytes;

    /** @param mostBytes the maximum length of a response */
    ReplicaForwarder(ReplicaPeers replicaPeers, long mostBytes) {
        this.replicaPeers = replicaPeers;
        this.mostBytes = mostBytes;
    }

    /**
     * Answers a request whose call is parked in another replica: with that replica's response, or with an error if it is
     * unreachable. Returns false if this replica must handle the request.
     */
    boolean answers(HttpCall call, PostedBody postedBody) throws IOException, HttpErrorException, InterruptedException {
        Message request = postedBody.first();
        String state = ObjectEdit.textIn(request.params(), "requestState", ParkedCallIds.LONGEST);
        if (!ParkedCallIds.isTicket(state)) {
            return false;
        }
        String replica = replicaPeers.elsewhere(state);
        if (call.header(ReplicaPeers.FORWARDED) != null) {
            call.with(ReplicaPeers.REPLICA, replicaPeers.replica());
            if (replica != null) {
                throw HttpErrorException.of(
                        ReplicaPeers.MISDIRECTED,
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the call runs on another replica",
                        "try another of cluster.peers");
            }
        }
        if (replica == null || !replicaPeers.any()) {
            return false;
        }
        String path = call.query() == null ? call.path() : call.path() + "?" + call.query();
        try (ReplicaPeers.Reply reply =
                replicaPeers.ask(replica, new ReplicaPeers.Sent(path, passed(call), postedBody.body()))) {
            if (reply == null) {
                call.json(200, Message.error(request.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, unreachable())));
            } else {
                relay(call, reply);
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

    private static Map<String, String> passed(HttpCall call) {
        Map<String, String> headers = new LinkedHashMap<>();
        call.eachHeader((name, value) -> {
            if (PASSED.contains(name) || name.startsWith(MIRRORED)) {
                headers.putIfAbsent(name, value);
            }
        });
        return headers;
    }

    private void relay(HttpCall call, ReplicaPeers.Reply reply) throws IOException {
        for (String name : RETURNED) {
            String value = reply.header(name);
            if (value != null) {
                call.with(name, value);
            }
        }
        String type = reply.header("Content-Type");
        call.relay(reply.response().statusCode(), type, reply.response().body(), mostBytes);
    }
}
