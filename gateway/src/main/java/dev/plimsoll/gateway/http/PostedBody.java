package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageFault;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;

/**
 * The body of a POST request.
 *
 * @param messages at least one message
 * @param isBatch whether the body is an array, even of one message
 */
record PostedBody(Slice body, List<Message> messages, boolean isBatch) {

    static PostedBody of(Slice body) throws HttpErrorException {
        boolean isBatch = Envelope.isBatch(body);
        Message single = isBatch ? null : Message.parse(body);
        List<Message> messages = isBatch ? Message.parseBatch(body) : single == null ? List.of() : List.of(single);
        if (messages.isEmpty()) {
            RefusedException reason = new RefusedException(
                    ErrorCode.INVALID_REQUEST, "this is not a JSON-RPC message", "one JSON object, in UTF-8");
            throw HttpErrorException.of(400, null, ErrorObject.PARSE_ERROR, reason);
        }
        for (Message message : messages) {
            MessageFault fault = message.fault();
            if (fault != null) {
                throw HttpErrorException.of(400, fault.id(), ErrorObject.INVALID_REQUEST, fault.refusal());
            }
            if (message.method() == null && !message.isResponse()) {
                throw HttpErrorException.invalidRequest(
                        400, "a message has neither a method nor an id", "one JSON-RPC message");
            }
        }
        PostedBody postedBody = new PostedBody(body, messages, isBatch);
        if (isBatch && messages.stream().anyMatch(PostedBody::isInitialize)) {
            throw HttpErrorException.invalidRequest(400, "initialize is in a batch", "send it alone");
        }
        return postedBody;
    }

    private static boolean isInitialize(Message message) {
        return message.isRequest() && ProtocolMethod.INITIALIZE.text().equals(message.method());
    }

    Message first() {
        return messages.get(0);
    }

    boolean isInitializeRequest() {
        return isInitialize(first());
    }

    /** Returns the number of requests that count as pending; subscriptions do not. */
    int pendingRequestCount() {
        int count = 0;
        for (Message message : messages) {
            count += message.isRequest() && !ProtocolMethod.isLongLived(message.method()) ? 1 : 0;
        }
        return count;
    }

    boolean hasRequests() {
        return messages.stream().anyMatch(Message::isRequest);
    }
}
