package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Refuses requests to a server that fails repeatedly, and records which requests fail. */
final class CircuitCheck {

    private CircuitCheck() {}

    /** Returns the refusal of a request if the server is ejected, or null. */
    static @Nullable RefusedException findRefusal(Message request, RelaySession relaySession) {
        return RateLimiter.isUnlimited(request) ? null : relaySession.circuits().take(relaySession.server());
    }

    static void onResponse(RelaySession relaySession) {
        relaySession.circuits().onResponse(relaySession.server());
    }

    /** Records a failed request, if the server was not reached or did not respond. */
    static void onFailure(RefusedException why, RelaySession relaySession) {
        boolean isFailure = why.code() == ErrorCode.UPSTREAM_UNAVAILABLE || why.code() == ErrorCode.UPSTREAM_TIMEOUT;
        if (isFailure && relaySession.circuits().onFailure(relaySession.server())) {
            relaySession.log().log(
                    LogSeverity.WARN,
                    "the server fails repeatedly: calls are refused",
                    "server",
                    relaySession.server(),
                    "seconds",
                    relaySession.circuits().secondsToWait(relaySession.server()));
        }
    }
}
