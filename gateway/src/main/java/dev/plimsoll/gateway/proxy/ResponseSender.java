package dev.plimsoll.gateway.proxy;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.PendingRequests.PendingRequest;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.json.SegmentedText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Makes the client's responses from the server's, and sends them. */
record ResponseSender(OpenElicitations openElicitations, Log log) {

    private static final RawResult EMPTY_RESULT = RawResult.of(Slice.of("{}"));

    /** Sends the response of a pending request. */
    void send(Message message, Slice id, PendingRequest pending) throws IOException {
        try {
            Slice[] answer = createResponse(message, id, pending);
            if (answer.length > 0) {
                pending.reply().send(answer);
            }
        } catch (OutOfMemoryError e) {
            // too little memory even for an error: the client must not wait forever
            pending.reply().onCancelled();
        }
    }

    /** Returns the response to send now; empty if the client's user is asked first. */
    private Slice[] createResponse(Message message, Slice id, PendingRequest pending) {
        Slice result = message.result();
        if (!id.contentEquals(pending.id())) {
            Message corrected = Message.parse(Message.join(message.replace(id, List.of(pending.id()))));
            return corrected == null ? new Slice[] {message.bytes()} : createResponse(corrected, pending.id(), pending);
        }
        if (pending.resultHandler() == null) {
            return new Slice[] {message.bytes()};
        }
        if (result == null) {
            Outcome outcome = pending.resultHandler().onError(message.bytes());
            if (outcome != null) {
                pending.reply().onReceipt(outcome.receipt());
            }
            return new Slice[] {message.bytes()};
        }
        try {
            SegmentedText answer =
                    pending.resultHandler().answer(new RawResult(result, message.checked()), pending, openElicitations);
            if (answer == null) {
                return new Slice[0];
            }
            boolean isUnchanged = answer.isSameRange(result);
            return isUnchanged ? new Slice[] {message.bytes()} : message.replace(result, answer.segments());
        } catch (RefusedException e) {
            return new Slice[] {FailureResponses.response(pending, e)};
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            FailureResponses.logInternalError(log, e, "a result passes unchanged");
            return new Slice[] {message.bytes()};
        } catch (OutOfMemoryError e) {
            log.log(
                    LogSeverity.ERROR,
                    "not enough memory for a result",
                    "bytes",
                    message.bytes().length());
            return new Slice[] {
                FailureResponses.response(
                        pending, MessageTooLarge.outOfMemory(message.bytes().length()))
            };
        }
    }

    /** Returns the response to a request that is not sent to the server; empty if the client's user is asked first. */
    Slice[] createLocalResponse(PendingRequest pending) {
        try {
            SegmentedText result =
                    Objects.requireNonNull(pending.resultHandler()).answer(EMPTY_RESULT, pending, openElicitations);
            return result == null ? new Slice[0] : Message.result(pending.id(), result.segments());
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            FailureResponses.logInternalError(log, e, "a request failed");
            RefusedException why =
                    new RefusedException(ErrorCode.INTERNAL_ERROR, "internal error", "repeat the request");
            return new Slice[] {Message.error(pending.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, why))};
        }
    }
}
