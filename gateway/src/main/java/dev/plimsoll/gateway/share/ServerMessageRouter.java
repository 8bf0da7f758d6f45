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
        Waiting waiting = server.answered(requestId);
        if (waiting != null) {
            waiting.receiver().failed(waiting.id(), why);
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
                    LogSeverity.WARN, "skipped output of the server that is no message", "bytes", bytes.length());
        } else {
            route(message);
        }
    }

    private static Message owned(Message ofBatch) {
        Message own = Message.of(Slice.of(ofBatch.bytes().toByteArray()));
        return own == null ? ofBatch : own;
    }

    private void route(Message message) {
        Slice id = message.id();
        if (message.isResponse() && id != null) {
            Waiting waiting = server.answered(id);
            if (waiting == null) {
                server.log().log(LogSeverity.INFO, "dropped an answer to no request that waits");
            } else {
                waiting.receiver().answered(RequestIds.restoredId(message, id, waiting.id()));
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
                ErrorCode.INVALID_REQUEST, "nobody can be asked here", "ask only clients that say they can be");
        return Message.error(id, new ErrorObject(ErrorObject.METHOD_NOT_FOUND, why));
    }

    private void notify(Message message) {
        String method = String.valueOf(message.method());
        Slice params = message.params();
        Slice taken = params == null || !method.equals("notifications/cancelled")
                ? null
                : ObjectEdit.valueIn(params, "requestId");
        if (taken != null && server.withdrawn(taken)) {
            return;
        }
        Slice part = params == null ? null : addressed(method, params);
        if (part != null) {
            Waiting waiting = server.waitingFor(part);
            Slice original = waiting == null ? null : progress(method) ? waiting.token() : waiting.id();
            if (waiting != null && original != null) {
                waiting.receiver().heard(RequestIds.restored(message, part, original));
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

    /** Returns the part that names the request to which a notification belongs, or null. */
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
    public void onMessageTooLong(LineTooLongException message, int most) {
        server.log().log(
                LogSeverity.WARN,
                "skipped a message of the server above the limit",
                "bytes",
                message.length(),
                "limit",
                most);
        Slice id = TruncatedMessageId.in(message.head(), message.tail());
        Waiting waiting = id == null ? null : server.answered(id);
        if (waiting != null) {
            waiting.receiver()
                    .failed(waiting.id(), MessageTooLarge.lost("the server's answer", message.length(), most));
        }
    }

    @Override
    public void onWarning(String what) {
        server.troubled(what);
    }

    @Override
    public void onClosed(String how) {
        server.ended(how);
    }
}
