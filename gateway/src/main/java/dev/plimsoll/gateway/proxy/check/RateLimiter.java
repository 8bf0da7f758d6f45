package dev.plimsoll.gateway.proxy.check;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import org.jspecify.annotations.Nullable;

/** Refuses requests above a rate limit before they reach the server. */
public final class RateLimiter {

    private RateLimiter() {}

    /** Counts a request to the server. Returns the refusal if the server gets too many requests, else null. */
    public static @Nullable RefusedException checkServer(Message request, RelaySession relaySession) {
        if (isUnlimited(request)) {
            return null;
        }
        RateLimits limits = relaySession.limits();
        String server = relaySession.server();
        long waitSeconds = limits.takeForServer(server);
        return waitSeconds == 0
                ? null
                : refusal("the server " + server, limits.serverLimit(server), waitSeconds)
                        .detail("server", server);
    }

    /** Returns whether a request has no limit. */
    static boolean isUnlimited(Message request) {
        return ProtocolMethod.isUnlimited(request.method());
    }

    /** Counts a call of a tool. Returns the refusal if the caller calls the tool too often, else null. */
    public static @Nullable RequestAction checkTool(ToolCall call, RelaySession relaySession) {
        ToolPolicy policy = relaySession.policies().forTool(call.server(), call.tool());
        // a follow-up read calls no server, and a refusal would hide the rest of a result: only a rule for
        // the read tool limits it
        boolean isCounted =
                policy.hasRule() || !call.tool().equals(call.client().readTool());
        Integer limit = isCounted ? policy.policy().find(Policy.RATE_LIMIT) : null;
        long waitSeconds = limit == null ? 0 : relaySession.countCall(call.tool(), limit);
        if (limit == null || waitSeconds == 0) {
            return null;
        }
        RefusedException why =
                refusal("the tool " + call.tool(), limit, waitSeconds).detail("tool", call.tool());
        return new RequestAction.Answer(
                () -> LocalResult.of(relaySession.engine().refuse(call, why)));
    }

    private static RefusedException refusal(String subject, int limit, long waitSeconds) {
        return new RefusedException(
                        ErrorCode.RATE_LIMITED,
                        subject + " allows " + limit + " calls per minute",
                        "repeat the call in " + waitSeconds + " s")
                .detail("limit", limit)
                .detail("retryAfterSeconds", waitSeconds);
    }
}
