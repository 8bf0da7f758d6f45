package dev.plimsoll.gateway.proxy;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.FailureResponses;
import dev.plimsoll.gateway.proxy.request.OpenElicitations;
import dev.plimsoll.gateway.proxy.request.PendingRequest;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates the responses to the client from the responses of the server, and sends them. */
record ResponseSender(OpenElicitations openElicitations, Log log) {

    private static final RawResult EMPTY_RESULT = RawResult.of(Slice.of("{}"));

    /** Sends the response of a pending request. */
    void send(Message message, Slice id, PendingRequest pending) throws IOException {
        try {
            Message answer = createResponse(message, id, pending);
            if (answer != null) {
                pending.requester().send(answer);
            }
        } catch (OutOfMemoryError e) {
            // there is too little memory even for an error response: end the request, so that its client does
            // not wait forever
            pending.requester().onCancelled();
        }
    }

    /** Returns the response to send now; null if the client's user is asked first. */
    private @Nullable Message createResponse(Message response, Slice id, PendingRequest pending) {
        Message message = id.contentEquals(pending.id()) ? response : response.withId(pending.id());
        Slice result = message.result();
        if (pending.resultHandler() == null) {
            return message;
        }
        if (result == null) {
            Outcome outcome = pending.resultHandler().onError(message.bytes());
            if (outcome != null) {
                pending.requester().onReceipt(outcome.receipt());
            }
            return message;
        }
        try {
            SegmentedText answer =
                    pending.resultHandler().answer(new RawResult(result, message.checked()), pending, openElicitations);
            if (answer == null) {
                return null;
            }
            return answer.isSameRange(result) ? message : message.withResult(answer.segments());
        } catch (RefusedException e) {
            return FailureResponses.response(pending, e);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            FailureResponses.logInternalError(log, e, "a result passes unchanged");
            return message;
        } catch (OutOfMemoryError e) {
            log.log(LogSeverity.ERROR, "not enough memory for a result", "bytes", message.length());
            return FailureResponses.response(pending, MessageTooLarge.outOfMemory(message.length()));
        }
    }

    /** Returns the response to a request that is not sent to the server; null if the client's user is asked first. */
    @Nullable Message createLocalResponse(PendingRequest pending) {
        try {
            SegmentedText result =
                    Objects.requireNonNull(pending.resultHandler()).answer(EMPTY_RESULT, pending, openElicitations);
            return result == null ? null : Message.result(pending.id(), result.segments());
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            FailureResponses.logInternalError(log, e, "a request failed");
            RefusedException why =
                    new RefusedException(ErrorCode.INTERNAL_ERROR, "internal error", "repeat the request");
            return Message.error(pending.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, why));
        }
    }
}
