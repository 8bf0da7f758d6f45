package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.TruncatedMessageId;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.gateway.upstream.shared.SharedConnection.PendingRequest;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Passes each message of a server to the client to which it belongs. */
record ServerMessageRouter(SharedConnection connection) implements UpstreamListener {

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why) {
        PendingRequest pending = connection.removePending(requestId);
        if (pending != null) {
            pending.receiver().onFailure(pending.id(), why);
        }
    }

    @Override
    public void onMessage(Message message) {
        Slice id = message.id();
        if (message.isResponse() && id != null) {
            PendingRequest pending = connection.removePending(id);
            if (pending == null) {
                connection.log().log(LogSeverity.INFO, "dropped a response to a request that is not pending");
            } else {
                pending.receiver().onResponse(message.withId(pending.id()));
            }
        } else if (id != null) {
            if (!connection.passInputRequest(message, id)) {
                connection.sendToServer(createResponse(message, id));
            }
        } else {
            routeNotification(message);
        }
    }

    /** Returns the response to a request that no client can handle. */
    private static Message createResponse(Message request, Slice id) {
        if ("ping".equals(request.method())) {
            return Message.result(id, Slice.of("{}"));
        }
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "the client does not support input requests",
                "send them only to clients that declare them");
        return Message.error(id, new ErrorObject(ErrorObject.METHOD_NOT_FOUND, why));
    }

    private void routeNotification(Message message) {
        String method = String.valueOf(message.method());
        Slice params = message.params();
        Slice cancelledId = message.cancelledId();
        if (cancelledId != null && connection.removeInputRequest(cancelledId)) {
            return;
        }
        Slice reference = params == null ? null : requestReference(method, params);
        Slice relatedId = message.relatedRequestId();
        PendingRequest related = relatedId == null ? null : connection.findPending(relatedId);
        if (reference != null) {
            PendingRequest pending = connection.findPending(reference);
            Slice clientReference =
                    pending == null ? null : isProgress(method) ? pending.progressToken() : pending.id();
            if (pending != null && clientReference != null) {
                passNotification(message.withinParams(reference, clientReference), pending.receiver(), related);
            }
        } else if (ProtocolMethod.isChange(method)) {
            connection.onChange(message);
            connection
                    .receiversOfChanges()
                    .forEach(sharedUpstream -> passNotification(message, sharedUpstream, related));
        } else if (relatedId != null) {
            // if the request has ended, no client gets the notification: it must not reach another client
            if (related != null) {
                passNotification(message, related.receiver(), related);
            }
        } else {
            SharedUpstream onlyClient = connection.findOnlyPendingClient();
            if (onlyClient != null) {
                onlyClient.onNotification(message);
            }
        }
    }

    /**
     * Passes a notification to a client.
     *
     * @param related the request on whose stream the notification has arrived; null if it is not known
     */
    private static void passNotification(
            Message notification, MessageReceiver receiver, @Nullable PendingRequest related) {
        Slice relatedId = related != null && related.receiver().equals(receiver) ? related.id() : null;
        receiver.onNotification(notification.withRelatedRequest(relatedId));
    }

    private static boolean isProgress(String method) {
        return method.equals("notifications/progress");
    }

    /** Returns the id or token of the request to which a notification belongs, or null. */
    private static @Nullable Slice requestReference(String method, Slice params) {
        if (isProgress(method)) {
            return ObjectEdit.valueIn(params, "progressToken");
        }
        if (method.equals("notifications/cancelled")) {
            return ObjectEdit.valueIn(params, "requestId");
        }
        Slice meta = ObjectEdit.objectIn(params, "_meta");
        return meta == null ? null : ObjectEdit.valueIn(meta, RequestMeta.SUBSCRIPTION_ID);
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes) {
        connection.log().log(
                LogSeverity.WARN,
                "skipped a message of the server above the limit",
                "bytes",
                message.length(),
                "limit",
                maxBytes);
        Slice id = TruncatedMessageId.find(message.head(), message.tail());
        PendingRequest pending = id == null ? null : connection.removePending(id);
        if (pending != null) {
            pending.receiver()
                    .onFailure(
                            pending.id(),
                            MessageTooLarge.skippedMessage("the server's response", message.length(), maxBytes));
        }
    }

    @Override
    public void onWarning(String warning) {
        connection.onWarning(warning);
    }

    @Override
    public void onClosed(String reason) {
        connection.onClosed(reason);
    }
}
