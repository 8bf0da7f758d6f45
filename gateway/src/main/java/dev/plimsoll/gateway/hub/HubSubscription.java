package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
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
final class HubSubscription {

    private static final long MAX_WAIT_SECONDS = 10;
    private static final int MAX_QUEUED = 1_000;

    private final HubRequest hubRequest;
    private final HubSession hubSession;
    private final Set<ServerLink> unacknowledged = new HashSet<>();
    private final Set<ServerLink> openServers = new HashSet<>();
    private final List<Slice> queued = new ArrayList<>();
    private @Nullable Message acknowledgment;
    private Slice @Nullable [] lastResponse;
    private boolean starting;
    private boolean started;

    HubSubscription(HubRequest hubRequest, HubSession hubSession) {
        this.hubRequest = hubRequest;
        this.hubSession = hubSession;
    }

    synchronized void addServer(ServerLink serverLink) {
        unacknowledged.add(serverLink);
        openServers.add(serverLink);
    }

    /** Starts the timeout after every available server was asked. */
    void startTimeout() {
        CompletableFuture.delayedExecutor(MAX_WAIT_SECONDS, TimeUnit.SECONDS).execute(this::start);
        checkProgress();
    }

    void acknowledge(ServerLink serverLink, Message notification) {
        synchronized (this) {
            Message before = acknowledgment;
            acknowledgment = before == null ? notification : union(before, notification);
            unacknowledged.remove(serverLink);
        }
        checkProgress();
    }

    private static Message union(Message a, Message b) {
        Slice params = a.params();
        Slice more = b.params();
        Slice one = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        Slice other = more == null ? null : ObjectEdit.objectIn(more, "notifications");
        if (params == null || one == null || other == null) {
            return a;
        }
        Slice both = ObjectEdit.with(params, "notifications", CapabilityUnion.of(one, other));
        Message joined = Message.parse(Message.notification(String.valueOf(a.method()), both));
        return joined == null ? a : joined;
    }

    /** Ends one server's part of the subscription. */
    void endServer(ServerLink serverLink, Slice @Nullable [] answer) {
        synchronized (this) {
            unacknowledged.remove(serverLink);
            openServers.remove(serverLink);
            lastResponse = answer == null ? lastResponse : answer;
        }
        checkProgress();
    }

    private void checkProgress() {
        boolean begins;
        boolean ends;
        synchronized (this) {
            begins = unacknowledged.isEmpty() && acknowledgment != null;
            ends = openServers.isEmpty();
        }
        if (begins) {
            start();
        }
        if (ends) {
            end();
        }
    }

    /** Sends the acknowledgment, then the queue. Until both are sent, notifications of other threads join the queue. */
    private void start() {
        List<Slice> next = new ArrayList<>();
        synchronized (this) {
            if (starting || acknowledgment == null) {
                return;
            }
            starting = true;
            next.add(acknowledgment.bytes());
        }
        while (!next.isEmpty()) {
            next.forEach(hubSession::sendToClient);
            next = takeQueue();
        }
    }

    /** Returns the queue and empties it. Once it is empty, notifications are sent at once. */
    private synchronized List<Slice> takeQueue() {
        List<Slice> taken = List.copyOf(queued);
        queued.clear();
        started = taken.isEmpty();
        return taken;
    }

    private void end() {
        Slice[] answer;
        synchronized (this) {
            answer = lastResponse;
        }
        try {
            if (answer == null) {
                hubRequest.onConnectionLost();
            } else {
                hubRequest.send(answer);
            }
        } catch (IOException e) {
            // the client has disconnected
        }
    }

    /** Returns whether the notification was queued for later. */
    synchronized boolean enqueue(Slice notification) {
        if (started || queued.size() >= MAX_QUEUED) {
            return false;
        }
        queued.add(notification);
        return true;
    }
}
