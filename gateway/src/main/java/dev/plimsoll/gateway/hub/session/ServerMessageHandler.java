package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.hub.server.AppAddresses;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Passes the requests and notifications of a server to the client. */
final class ServerMessageHandler implements Peer {

    private static final long MAX_WAIT_SECONDS = 10;

    private final ServerLink serverLink;
    private final CompletableFuture<OpenLink> openLink =
            new CompletableFuture<OpenLink>().orTimeout(MAX_WAIT_SECONDS, TimeUnit.SECONDS);

    ServerMessageHandler(ServerLink serverLink) {
        this.serverLink = serverLink;
    }

    /** Sets the link over which the messages come. Responses are sent back over it. */
    void setLink(OpenLink link) {
        openLink.complete(link);
    }

    @Override
    public void send(Message received) throws IOException {
        if (received.method() == null) {
            return;
        }
        Message message = serverLink.serverGroup().tasks().withClientIdOfRelatedTask(serverLink, received);
        Slice id = message.id();
        if (id != null) {
            handleRequest(message, id);
        } else {
            handleNotification(message);
        }
    }

    private void handleRequest(Message request, Slice id) throws IOException {
        OpenLink sender = openLink.join();
        Message forwarded = serverLink.hubSession().serverRequests().register(sender, request, id);
        if (forwarded != null) {
            serverLink.hubSession().client().send(forwarded);
            return;
        }
        RefusedException reason = new RefusedException(
                ErrorCode.INVALID_REQUEST, "too many input requests are pending", "repeat the request later");
        sender.send(Message.error(id, new ErrorObject(ErrorObject.INVALID_REQUEST, reason)));
    }

    private void handleNotification(Message notification) throws IOException {
        HubSession hubSession = serverLink.hubSession();
        switch (String.valueOf(notification.method())) {
            case "notifications/cancelled" -> {
                Message cancellation = hubSession.serverRequests().cancel(openLink.join(), notification);
                if (cancellation != null) {
                    hubSession.client().send(cancellation);
                }
            }
            case "notifications/message" -> hubSession.client().send(withServerName(notification));
            case "notifications/tasks/status", "notifications/tasks" ->
                hubSession.notifyClient(hubSession.serverGroup().tasks().withClientIdOfTask(serverLink, notification));
            case "notifications/subscriptions/acknowledged" ->
                hubSession.recordAcknowledgment(serverLink, notification);
            case "notifications/resources/updated" -> hubSession.notifyClient(withClientUri(notification));
            default -> hubSession.notifyClient(notification);
        }
    }

    private Message withClientUri(Message notification) {
        Slice params = notification.params();
        Slice convertedParams =
                params == null ? null : new AppAddresses(serverLink.name()).convertMember(params, "uri");
        return params == null || convertedParams == null || convertedParams.isSameRange(params)
                ? notification
                : notification.withParams(convertedParams);
    }

    /** Returns the log message with the server's name in its {@code logger}. */
    private Message withServerName(Message notification) {
        Slice params = notification.params();
        if (params == null || Json.type(params) != JsonType.OBJECT) {
            return notification;
        }
        String logger = ObjectEdit.textIn(params, "logger", 1024);
        String newLogger = logger == null ? serverLink.name() : serverLink.name() + "/" + logger;
        return notification.withParams(ObjectEdit.with(
                params, "logger", new ByteSink().string(newLogger).slice()));
    }
}
