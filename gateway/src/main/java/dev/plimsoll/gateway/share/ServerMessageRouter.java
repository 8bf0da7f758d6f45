package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.TruncatedMessageId;
import dev.plimsoll.gateway.share.SharedConnection.Waiting;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Passes the messages of a server to the client that they belong to. */
record ServerMessageRouter(SharedConnection server) implements UpstreamListener {

    private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

    @Override
    public void onMessage(Message message) {
        route(message);
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why) {
        Waiting pending = server.answered(requestId);
        if (pending != null) {
            pending.receiver().failed(pending.id(), why);
        }
    }

    @Override
    public void onMessage(Slice bytes) {
        if (Envelope.isBatch(bytes)) {
            Message.batch(bytes).forEach(message -> route(owned(message)));
            return;
        }
        Message message = Message.of(bytes);
        if (message == null) {
            server.log().log(
                    LogSeverity.WARN, "skipped output of the server that is not a message", "bytes", bytes.length());
        } else {
            route(message);
        }
    }

    private static Message owned(Message message) {
        Message own = Message.of(Slice.of(message.bytes().toByteArray()));
        return own == null ? message : own;
    }

    private void route(Message message) {
        Slice id = message.id();
        if (message.isResponse() && id != null) {
            Waiting pending = server.answered(id);
            if (pending == null) {
                server.log().log(LogSeverity.INFO, "dropped a response to a request that is not pending");
            } else {
                pending.receiver().answered(RequestIds.restoredId(message, id, pending.id()));
            }
        } else if (id != null) {
            if (!server.asks(message, id)) {
                server.reply(reply(message, id));
            }
        } else {
            notify(message);
        }
    }

    private static Slice reply(Message request, Slice id) {
        if ("ping".equals(request.method())) {
            return Message.result(id, Slice.of("{}"));
        }
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST, "the client does not support input requests", "send them only to clients that declare them");
        return Message.error(id, new ErrorObject(ErrorObject.METHOD_NOT_FOUND, why));
    }

    private void notify(Message message) {
        String method = String.valueOf(message.method());
        Slice params = message.params();
        Slice cancelledId = params == null || !method.equals("notifications/cancelled")
                ? null
                : ObjectEdit.valueIn(params, "requestId");
        if (cancelledId != null && server.withdrawn(cancelledId)) {
            return;
        }
        Slice reference = params == null ? null : addressed(method, params);
        if (reference != null) {
            Waiting pending = server.waitingFor(reference);
            Slice original = pending == null ? null : progress(method) ? pending.token() : pending.id();
            if (pending != null && original != null) {
                pending.receiver().heard(RequestIds.restored(message, reference, original));
            }
        } else if (method.endsWith("/list_changed") || method.equals("notifications/resources/updated")) {
            server.changed(message);
            // each client gets a copy, because bytes may be changed in place
            server.told()
                    .forEach(sharedUpstream ->
                            sharedUpstream.heard(Slice.of(message.bytes().toByteArray())));
        } else {
            SharedUpstream only = server.onlyWaiting();
            if (only != null) {
                only.heard(message.bytes());
            }
        }
    }

    private static boolean progress(String method) {
        return method.equals("notifications/progress");
    }

    /** Returns the reference that names the request to which a notification belongs, or null. */
    private static @Nullable Slice addressed(String method, Slice params) {
        if (progress(method)) {
            return ObjectEdit.valueIn(params, "progressToken");
        }
        if (method.equals("notifications/cancelled")) {
            return ObjectEdit.valueIn(params, "requestId");
        }
        Slice meta = ObjectEdit.objectIn(params, "_meta");
        return meta == null ? null : ObjectEdit.valueIn(meta, SUBSCRIPTION);
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes) {
        server.log().log(
                LogSeverity.WARN,
                "skipped a message of the server above the limit",
                "bytes",
                message.length(),
                "limit",
                maxBytes);
        Slice id = TruncatedMessageId.in(message.head(), message.tail());
        Waiting pending = id == null ? null : server.answered(id);
        if (pending != null) {
            pending.receiver()
                    .failed(pending.id(), MessageTooLarge.lost("the server's answer", message.length(), maxBytes));
        }
    }

    @Override
    public void onWarning(String warning) {
        server.troubled(warning);
    }

    @Override
    public void onClosed(String reason) {
        server.ended(reason);
    }
}
