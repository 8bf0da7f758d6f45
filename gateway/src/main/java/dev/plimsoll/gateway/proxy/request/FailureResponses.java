package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.RequestAction.LocalAnswer;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Creates responses without the server: to requests that fail, and to requests that the gateway answers itself. */
public final class FailureResponses {

    private static final String REPEAT_AFTER_RESTART = "repeat the call after the server restarts";
    private static final Slice TRUE = Slice.of("true");

    private FailureResponses() {}

    /**
     * Logs an internal error: a defect of the gateway.
     *
     * @param consequence what happens to the message, as the end of a sentence: "a result passes unchanged"
     */
    public static void logInternalError(Log log, Throwable e, String consequence) {
        StackTraceElement[] frames = e.getStackTrace();
        String location = frames.length == 0 ? "" : frames[0].toString();
        log.log(
                LogSeverity.ERROR,
                "internal error, " + consequence,
                "error",
                e.getClass().getName(),
                "at",
                location);
    }

    /** Returns the error for a request that the server did not receive. */
    public static RefusedException unavailable(String server, String reason) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the server " + server + " is not available: " + reason,
                        REPEAT_AFTER_RESTART)
                .detail("server", server);
    }

    /**
     * Returns the reason why the server has closed, for a request that it may have received: a model must not repeat
     * a call that has taken effect.
     */
    public static RefusedException forSentRequest(RefusedException closedReason) {
        return closedReason.suggestion().equals(REPEAT_AFTER_RESTART)
                ? closedReason.withSuggestion(REPEAT_AFTER_RESTART + " if it changes nothing")
                : closedReason;
    }

    public static RefusedException timeout(String server, long seconds) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_TIMEOUT,
                        "the server " + server + " sent nothing for " + seconds + " s",
                        "repeat the call if it only reads, or request less")
                .detail("server", server);
    }

    public static RefusedException invalidMessage() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST, "this is not a JSON-RPC message", "one JSON object per line, in UTF-8");
    }

    /** Returns the response to a request that the gateway answers: a result or an error. */
    public static Message response(Slice id, LocalAnswer localAnswer, Peer requester, Log log) {
        try {
            LocalResult localResult = localAnswer.result();
            if (localResult.receipt() != null) {
                requester.onReceipt(localResult.receipt());
            }
            return Message.result(id, localResult.result());
        } catch (ProtocolErrorException e) {
            return Message.error(id, e.errorObject());
        } catch (RefusedException e) {
            return Message.error(id, ErrorObject.of(e));
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            logInternalError(log, e, "a request failed");
            RefusedException why =
                    new RefusedException(ErrorCode.INTERNAL_ERROR, "internal error", "repeat the request");
            return Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, why));
        }
    }

    /**
     * Returns the response to a failed request. A tool call gets a tool error, which the model sees; other requests get a
     * protocol error.
     */
    public static Message response(PendingRequest request, RefusedException why) {
        Outcome outcome =
                request.resultHandler() == null ? null : request.resultHandler().failureOutcome(why);
        if (outcome == null) {
            return Message.error(request.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, why));
        }
        request.requester().onReceipt(outcome.receipt());
        return Message.result(request.id(), outcome.result());
    }

    /**
     * Returns why a request cannot be added to the pending requests.
     *
     * @param pendingCount the number of pending requests
     */
    public static RefusedException cannotBeAdded(int pendingCount) {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST,
                pendingCount < PendingRequests.MAX_PENDING
                        ? "a request with this id is pending"
                        : "more than " + PendingRequests.MAX_PENDING + " requests are pending",
                "wait for responses, then repeat the request with a new id");
    }

    /** Returns whether a response is an error, or a tool result that is an error. */
    public static boolean isRefusal(Message response) {
        Slice isError = response.findInResult("isError");
        return response.error() != null || (isError != null && isError.contentEquals(TRUE));
    }

    /** Logs that a request got no response from the server. */
    public static void logFailure(RelaySession relaySession, String method, RefusedException why) {
        relaySession.log().log(
                LogSeverity.WARN,
                "a request failed",
                "server",
                relaySession.server(),
                "method",
                method,
                "code",
                why.code(),
                "why",
                why.getMessage());
    }
}
