package dev.plimsoll.gateway.proxy.check;

import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Refuses requests to a server that fails repeatedly, and records which requests fail. */
public final class CircuitCheck {

    private CircuitCheck() {}

    /**
     * Returns the refusal of a request, if the server has failed so often that its circuit breaker is open;
     * else null.
     */
    public static @Nullable RefusedException findRefusal(Message request, RelaySession relaySession) {
        return RateLimiter.isUnlimited(request) ? null : relaySession.circuits().tryCall(relaySession.server());
    }

    /** Records that the server has responded. */
    public static void onResponse(RelaySession relaySession) {
        relaySession.circuits().onResponse(relaySession.server());
    }

    /** Records a failed request. Only counts requests that did not reach the server, or got no response in time. */
    public static void onFailure(RefusedException why, RelaySession relaySession) {
        ServerCircuits circuits = relaySession.circuits();
        boolean isEjected = switch (why.code()) {
            case UPSTREAM_UNAVAILABLE -> circuits.onFailure(relaySession.server());
            case UPSTREAM_TIMEOUT -> circuits.onTimeout(relaySession.server());
            default -> false;
        };
        if (isEjected) {
            relaySession.log().log(
                    LogSeverity.WARN,
                    "the server fails repeatedly: calls are refused",
                    "server",
                    relaySession.server(),
                    "seconds",
                    circuits.secondsToWait(relaySession.server()));
        }
    }
}
