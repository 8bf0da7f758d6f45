package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses what comes too often, at once and before it reaches anybody. */
final class RateLimiter {

    /** Without these nobody could begin, or tell whether the other is still there. */
    private static final Set<String> FREE = Set.of("initialize", "server/discover", "ping");

    private RateLimiter() {}

    /** Counts a request that is to go to the server; what is wrong when it gets too many. */
    static @Nullable RefusedException ofServer(Message request, RelaySession relaySession) {
        if (FREE.contains(String.valueOf(request.method()))) {
            return null;
        }
        RateLimits limits = relaySession.limits();
        String server = relaySession.server();
        long wait = limits.takeOfServer(server);
        return wait == 0
                ? null
                : refused("the server " + server, limits.ofServer(server), wait).detail("server", server);
    }

    /** Counts a call that is to run its tool; the answer when its caller calls it too often. */
    static @Nullable RequestAction ofTool(ToolCall call, RelaySession relaySession) {
        ToolPolicy policy = relaySession.engine().policy(call.server(), call.tool());
        // reading on runs nothing, and who may not read on has lost what was left out: it counts only where a rule says
        // so
        boolean counts = policy.named() || !call.tool().equals(call.client().readTool());
        Integer limit = counts ? policy.policy().find(Policy.RATE_LIMIT) : null;
        long wait = limit == null ? 0 : relaySession.takes(call.tool(), limit);
        if (limit == null || wait == 0) {
            return null;
        }
        RefusedException why = refused("the tool " + call.tool(), limit, wait).detail("tool", call.tool());
        return new RequestAction.Here(() -> relaySession.engine().refused(call, why).result());
    }

    private static RefusedException refused(String what, int limit, long wait) {
        return new RefusedException(
                        ErrorCode.RATE_LIMITED,
                        what + " may be called " + limit + " times a minute",
                        "repeat the call in " + wait + " s")
                .detail("limit", limit)
                .detail("retryAfterSeconds", wait);
    }
}
