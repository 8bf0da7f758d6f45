package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.hub.server.CapabilityUnion;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One subscription to all servers. The acknowledgment is sent after all servers have acknowledged, or after a timeout.
 * Until then, notifications are queued.
 */
public final class HubSubscription {

    private static final long MAX_WAIT_SECONDS = 10;
    private static final int MAX_QUEUED = 1_000;

    private final Message request;
    private final HubRequest hubRequest;
    private final HubSession hubSession;
    private final Set<ServerLink> unacknowledgedServers = new HashSet<>();
    /** Servers whose part of the subscription has not ended. */
    private final Set<ServerLink> activeServers = new HashSet<>();

    private final List<Message> queuedNotifications = new ArrayList<>();
    private @Nullable Message acknowledgment;
    private @Nullable Message lastResponse;
    /** True once a thread sends the acknowledgment, or has sent it. */
    private boolean hasStartBegun;
    /** True once the queue is sent, so that notifications are sent immediately. */
    private boolean hasStarted;

    /** @param request the client's request; must not refer to a buffer that is used again */
    public HubSubscription(Message request, HubRequest hubRequest, HubSession hubSession) {
        this.request = request;
        this.hubRequest = hubRequest;
        this.hubSession = hubSession;
    }

    public synchronized void addServer(ServerLink serverLink) {
        unacknowledgedServers.add(serverLink);
        activeServers.add(serverLink);
    }

    /** Subscribes to a server that was added, started, or replaced after the subscription began. */
    void subscribeTo(ServerLink serverLink) {
        synchronized (this) {
            activeServers.add(serverLink);
        }
        Thread.ofVirtual()
                .name("plimsoll-hub-listen")
                .start(() -> ServerSubscription.start(serverLink, request, hubRequest, this));
    }

    /** Returns a {@code list_changed} notification of the hub itself; null if the subscription does not include it. */
    @Nullable Message createNotification(String method) {
        Slice params = request.params();
        Slice requestedChanges = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        String list = method.split("/", -1)[1];
        Slice requestedList =
                requestedChanges == null ? null : ObjectEdit.valueIn(requestedChanges, list + "ListChanged");
        if (requestedList == null || !requestedList.utf8().equals("true")) {
            return null;
        }
        JsonWriter json = new JsonWriter().beginObject().beginObject("_meta");
        json.raw(RequestMeta.SUBSCRIPTION_ID, hubRequest.id()).endObject().endObject();
        return Message.notification(method, json.slice());
    }

    /**
     * Starts the timeout for the acknowledgments. Must be called after the request was sent to every available
     * server.
     */
    public void startTimeout() {
        CompletableFuture.delayedExecutor(MAX_WAIT_SECONDS, TimeUnit.SECONDS).execute(this::start);
        checkProgress();
    }

    void recordAcknowledgment(ServerLink serverLink, Message notification) {
        synchronized (this) {
            Message earlierAcknowledgment = acknowledgment;
            acknowledgment = earlierAcknowledgment == null ? notification : merge(earlierAcknowledgment, notification);
            unacknowledgedServers.remove(serverLink);
        }
        checkProgress();
    }

    private static Message merge(Message first, Message second) {
        Slice params = first.params();
        Slice otherParams = second.params();
        Slice notifications = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        Slice otherNotifications = otherParams == null ? null : ObjectEdit.objectIn(otherParams, "notifications");
        if (params == null || notifications == null || otherNotifications == null) {
            return first;
        }
        Slice newParams =
                ObjectEdit.with(params, "notifications", CapabilityUnion.merge(notifications, otherNotifications));
        return Message.notification(String.valueOf(first.method()), newParams);
    }

    /** Ends one server's part of the subscription. */
    void endServer(ServerLink serverLink, @Nullable Message response) {
        synchronized (this) {
            unacknowledgedServers.remove(serverLink);
            activeServers.remove(serverLink);
            lastResponse = response == null ? lastResponse : response;
        }
        checkProgress();
    }

    private void checkProgress() {
        boolean canStart;
        boolean hasEnded;
        synchronized (this) {
            canStart = unacknowledgedServers.isEmpty() && acknowledgment != null;
            hasEnded = activeServers.isEmpty();
        }
        if (canStart) {
            start();
        }
        if (hasEnded) {
            end();
        }
    }

    /** Sends the acknowledgment, then the queue. Until both are sent, notifications from other threads are queued. */
    private void start() {
        List<Message> notifications = new ArrayList<>();
        synchronized (this) {
            if (hasStartBegun || acknowledgment == null) {
                return;
            }
            hasStartBegun = true;
            notifications.add(acknowledgment);
        }
        while (!notifications.isEmpty()) {
            notifications.forEach(hubSession::sendToClient);
            notifications = takeQueue();
        }
    }

    /** Removes and returns the queued notifications. If there are none, later notifications are sent immediately. */
    private synchronized List<Message> takeQueue() {
        List<Message> takenNotifications = List.copyOf(queuedNotifications);
        queuedNotifications.clear();
        hasStarted = takenNotifications.isEmpty();
        return takenNotifications;
    }

    private void end() {
        Message response;
        synchronized (this) {
            response = lastResponse;
        }
        try {
            if (response == null) {
                hubRequest.onConnectionLost();
            } else {
                hubRequest.send(response);
            }
        } catch (IOException e) {
            // the client has disconnected
        }
    }

    /**
     * Queues a notification. Returns false if it was not queued and must be sent immediately: if the
     * acknowledgment and the earlier queue have been sent, or if the queue is full.
     */
    synchronized boolean enqueue(Message notification) {
        if (hasStarted || queuedNotifications.size() >= MAX_QUEUED) {
            return false;
        }
        queuedNotifications.add(notification);
        return true;
    }
}
