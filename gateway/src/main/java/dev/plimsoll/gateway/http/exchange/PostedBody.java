package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageFault;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The body of a POST request.
 *
 * @param received at least one message
 */
public record PostedBody(ReceivedMessages received) {

    public static PostedBody of(Slice body) throws HttpErrorException {
        ReceivedMessages received = ReceivedMessages.parse(body);
        if (received.messages().isEmpty()) {
            RefusedException reason = new RefusedException(
                    ErrorCode.INVALID_REQUEST, "this is not a JSON-RPC message", "one JSON object, in UTF-8");
            throw HttpErrorException.of(400, null, ErrorObject.PARSE_ERROR, reason);
        }
        for (Message message : received.messages()) {
            MessageFault fault = message.fault();
            if (fault != null) {
                throw HttpErrorException.of(400, fault.id(), ErrorObject.INVALID_REQUEST, fault.refusal());
            }
            if (message.method() == null && !message.isResponse()) {
                throw HttpErrorException.invalidRequest(
                        400, "a message has neither a method nor an id", "one JSON-RPC message");
            }
        }
        if (received.isBatch() && received.messages().stream().anyMatch(PostedBody::isInitialize)) {
            throw HttpErrorException.invalidRequest(400, "initialize is in a batch", "send it alone");
        }
        return new PostedBody(received);
    }

    private static boolean isInitialize(Message message) {
        return message.isRequest() && ProtocolMethod.INITIALIZE.text().equals(message.method());
    }

    public List<Message> messages() {
        return received.messages();
    }

    /** Returns whether the body is an array, even of one message. */
    public boolean isBatch() {
        return received.isBatch();
    }

    /** Returns the same body with each message changed. */
    public PostedBody map(UnaryOperator<Message> change) {
        List<Message> changedMessages = messages().stream().map(change).toList();
        int bytes = changedMessages.stream().mapToInt(Message::length).sum();
        return new PostedBody(new ReceivedMessages(changedMessages, isBatch(), bytes));
    }

    public Message first() {
        return messages().get(0);
    }

    public boolean isInitializeRequest() {
        return isInitialize(first());
    }

    /** Returns the number of requests that count as pending; subscriptions do not. */
    public int pendingRequestCount() {
        int count = 0;
        for (Message message : messages()) {
            count += message.isRequest() && !ProtocolMethod.isLongLived(message.method()) ? 1 : 0;
        }
        return count;
    }

    public boolean hasRequests() {
        return messages().stream().anyMatch(Message::isRequest);
    }
}
