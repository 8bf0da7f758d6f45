package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.replica.Peers;
import dev.plimsoll.gateway.replica.Tickets;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Sends a request on that goes on with a call in another replica: as it came, to be judged there again. */
final class Elsewhere {

    private static final Set<String> PASSED = Set.of(
            "authorization", "accept", "content-type", "mcp-protocol-version", "traceparent", "tracestate", "baggage");
    private static final String MIRRORED = "mcp-";

    /** What of an answer is its client's. */
    private static final Set<String> RETURNED = Set.of("WWW-Authenticate", "Retry-After", CacheMark.HEADER);

    private final Peers peers;
    private final long mostBytes;

    /** @param mostBytes of an answer */
    Elsewhere(Peers peers, long mostBytes) {
        this.peers = peers;
        this.mostBytes = mostBytes;
    }

    /** Whether it was answered by another replica, or by nobody: then that is said. */
    boolean answers(HttpCall call, Said said) throws IOException, Refusal, InterruptedException {
        Message request = said.first();
        String state = ObjectEdit.textIn(request.params(), "requestState", Tickets.LONGEST);
        if (!Tickets.isTicket(state)) {
            return false;
        }
        String replica = peers.elsewhere(state);
        if (call.header(Peers.FORWARDED) != null) {
            call.with(Peers.REPLICA, peers.replica());
            if (replica != null) {
                throw Refusal.of(
                        Peers.MISDIRECTED,
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the call that this goes on with is in another replica",
                        "ask another of cluster.peers");
            }
        }
        if (replica == null || !peers.any()) {
            return false;
        }
        String path = call.query() == null ? call.path() : call.path() + "?" + call.query();
        try (Peers.Reply reply = peers.ask(replica, new Peers.Sent(path, passed(call), said.body()))) {
            if (reply == null) {
                call.json(200, Message.error(request.id(), new Fault(Fault.INTERNAL_ERROR, unreachable())));
            } else {
                relay(call, reply);
            }
        }
        return true;
    }

    static RefusedException unreachable() {
        return new RefusedException(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                "the call that this goes on with is in a replica that cannot be reached",
                "the call once more, without requestState and inputResponses");
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

    private void relay(HttpCall call, Peers.Reply reply) throws IOException {
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
