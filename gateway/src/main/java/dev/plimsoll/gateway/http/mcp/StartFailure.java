package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/**
 * Answers {@code initialize} if the server cannot be started.
 *
 * @param endpointName the name of the server
 */
record StartFailure(String endpointName, Log log) {

    /** Logs the failure, and returns the response for the client. */
    Message response(Message initialize, IOException failure) {
        log.log(
                LogSeverity.ERROR,
                "a server cannot be started",
                "server",
                endpointName,
                "why",
                String.valueOf(failure.getMessage()));
        return Message.error(initialize.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, refusal(failure)));
    }

    private RefusedException refusal(IOException failure) {
        RefusedException refusal = failure instanceof UpstreamException upstream ? upstream.refusal() : null;
        return refusal != null
                ? refusal
                : new RefusedException(
                                ErrorCode.UPSTREAM_UNAVAILABLE,
                                String.valueOf(failure.getMessage()),
                                "fix servers." + endpointName + ", then try again")
                        .detail("server", endpointName);
    }
}
