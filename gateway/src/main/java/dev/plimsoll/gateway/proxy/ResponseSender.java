package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.PendingRequests.Waiting;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.json.SegmentedText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Makes the client's responses from the server's, and sends them. */
record ResponseSender(OpenElicitations questions, Log log) {

    private static final RawResult NOTHING = RawResult.of(Slice.of("{}"));

    /** Sends the response of a pending request. */
    void bring(Message message, Slice id, Waiting waiting) throws IOException {
        try {
            Slice[] answer = of(message, id, waiting);
            if (answer.length > 0) {
                waiting.reply().send(answer);
            }
        } catch (OutOfMemoryError e) {
            // too little memory even for an error: the client must not wait forever
            waiting.reply().onCancelled();
        }
    }

    /** Returns the response to send now; empty if the client's user is asked first. */
    private Slice[] of(Message message, Slice id, Waiting waiting) {
        Slice result = message.result();
        if (!id.contentEquals(waiting.id())) {
            Message corrected = Message.of(Message.joined(message.with(id, List.of(waiting.id()))));
            return corrected == null ? new Slice[] {message.bytes()} : of(corrected, waiting.id(), waiting);
        }
        if (waiting.arrival() == null) {
            return new Slice[] {message.bytes()};
        }
        if (result == null) {
            waiting.arrival().failed(message.bytes());
            return new Slice[] {message.bytes()};
        }
        try {
            SegmentedText answer = waiting.arrival().of(new RawResult(result, message.checked()), waiting, questions);
            if (answer == null) {
                return new Slice[0];
            }
            boolean same = answer.isSameRange(result);
            return same ? new Slice[] {message.bytes()} : message.with(result, answer.segments());
        } catch (RefusedException e) {
            return new Slice[] {FailureResponses.answer(waiting, e)};
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            FailureResponses.log(log, e, "a result passes unchanged");
            return new Slice[] {message.bytes()};
        } catch (OutOfMemoryError e) {
            log.log(
                    LogSeverity.ERROR,
                    "not enough memory for a result",
                    "bytes",
                    message.bytes().length());
            return new Slice[] {
                FailureResponses.answer(
                        waiting, MessageTooLarge.forMemory(message.bytes().length()))
            };
        }
    }

    /** Returns the response to a request that is not sent to the server; empty if the client's user is asked first. */
    Slice[] ready(Waiting waiting) {
        try {
            SegmentedText result = Objects.requireNonNull(waiting.arrival()).of(NOTHING, waiting, questions);
            return result == null ? new Slice[0] : Message.result(waiting.id(), result.segments());
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            FailureResponses.log(log, e, "a request failed");
            RefusedException why =
                    new RefusedException(ErrorCode.INTERNAL_ERROR, "internal error", "repeat the request");
            return new Slice[] {Message.error(waiting.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, why))};
        }
    }
}
