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

    private static final long PATIENCE_SECONDS = 10;
    private static final int MOST_WAITING = 1_000;

    private final HubRequest hubRequest;
    private final HubSession hubSession;
    private final Set<ServerLink> silent = new HashSet<>();
    private final Set<ServerLink> open = new HashSet<>();
    private final List<Slice> waiting = new ArrayList<>();
    private @Nullable Message granted;
    private Slice @Nullable [] last;
    private boolean begun;

    HubSubscription(HubRequest hubRequest, HubSession hubSession) {
        this.hubRequest = hubRequest;
        this.hubSession = hubSession;
    }

    synchronized void expects(ServerLink serverLink) {
        silent.add(serverLink);
        open.add(serverLink);
    }

    /** Starts the timeout after every available server was asked. */
    void asked() {
        CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS).execute(this::begin);
        settle();
    }

    void acknowledged(ServerLink serverLink, Message notification) {
        synchronized (this) {
            Message before = granted;
            granted = before == null ? notification : union(before, notification);
            silent.remove(serverLink);
        }
        settle();
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
        Message joined = Message.of(Message.notification(String.valueOf(a.method()), both));
        return joined == null ? a : joined;
    }

    /** Ends one server's part of the subscription. */
    void ended(ServerLink serverLink, Slice @Nullable [] answer) {
        synchronized (this) {
            silent.remove(serverLink);
            open.remove(serverLink);
            last = answer == null ? last : answer;
        }
        settle();
    }

    private void settle() {
        boolean begins;
        boolean ends;
        synchronized (this) {
            begins = silent.isEmpty() && granted != null;
            ends = open.isEmpty();
        }
        if (begins) {
            begin();
        }
        if (ends) {
            end();
        }
    }

    private void begin() {
        List<Slice> first = new ArrayList<>();
        synchronized (this) {
            if (begun || granted == null) {
                return;
            }
            begun = true;
            first.add(granted.bytes());
            first.addAll(waiting);
            waiting.clear();
        }
        first.forEach(hubSession::told);
    }

    private void end() {
        Slice[] answer;
        synchronized (this) {
            answer = last;
        }
        try {
            if (answer == null) {
                hubRequest.lost();
            } else {
                hubRequest.send(answer);
            }
        } catch (IOException e) {
            // the client has disconnected
        }
    }

    /** Returns whether the notification was queued for later. */
    synchronized boolean keeps(Slice notification) {
        if (begun || waiting.size() >= MOST_WAITING) {
            return false;
        }
        waiting.add(notification);
        return true;
    }
}
