package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.RequestTarget;
import dev.plimsoll.gateway.saved.CallerServers.ViewWithServer;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Subscriptions of one session to saved views: by {@code resources/subscribe}, and by {@code subscriptions/listen} of
 * 2026-07-28. Thread-safe.
 */
final class SessionSubscriptions {

    /** Maximum number of views to which one session subscribes. */
    static final int MAX_SUBSCRIPTIONS = 100;

    private static final int MAX_PARAMS_BYTES = 1 << 20;

    private final SavedViewHost host;
    private final CallerServers servers;
    private final RequestTarget target;
    private final Peer client;

    /** Subscriptions by {@code resources/subscribe}, by the name of the view. */
    private final Map<String, ActiveSubscription> activeByName = new ConcurrentHashMap<>();

    private final PendingRequests<ListenRequest> listenRequests = new PendingRequests<>();

    private volatile boolean isClosed;

    private record ActiveSubscription(
            ViewSubscription subscription, @Nullable ViewRefresher refresher) {}

    /**
     * Request {@code subscriptions/listen}.
     *
     * @param views the views that it names, by their names
     * @param meta the {@code _meta} of the request
     * @param active its subscriptions; empty before the acknowledgment
     */
    private record ListenRequest(
            Map<String, ViewWithServer> views, @Nullable Slice meta, List<ActiveSubscription> active) {}

    SessionSubscriptions(SavedViewHost host, CallerServers servers, RequestTarget target, Peer client) {
        this.host = host;
        this.servers = servers;
        this.target = target;
        this.client = client;
    }

    private ActiveSubscription start(ViewWithServer found, @Nullable Slice meta, @Nullable Slice subscriptionId) {
        ViewSubscription subscription =
                host.views().subscribe(found.view(), () -> notifyClient(found.view(), subscriptionId));
        return new ActiveSubscription(subscription, ViewRefresher.start(host, servers, target, meta, found));
    }

    private void stop(ActiveSubscription active) {
        host.views().unsubscribe(active.subscription);
        if (active.refresher != null) {
            active.refresher.stop();
        }
    }

    private void notifyClient(SavedView view, @Nullable Slice subscriptionId) {
        JsonWriter params = new JsonWriter(256).beginObject().string("uri", view.uri());
        if (subscriptionId != null) {
            params.beginObject("_meta").raw(RequestMeta.SUBSCRIPTION_ID, subscriptionId);
            params.endObject();
        }
        try {
            client.send(Message.notification(
                    "notifications/resources/updated", params.endObject().slice()));
        } catch (IOException e) {
            host.log().log(LogSeverity.DEBUG, "the client has disconnected");
        }
    }

    private int countViews() {
        return activeByName.size()
                + listenRequests.values().stream()
                        .mapToInt(request -> request.views.size())
                        .sum();
    }

    /** Adds a subscription by {@code resources/subscribe}. Returns false if there are too many. */
    synchronized boolean subscribe(ViewWithServer found) {
        String name = found.view().name();
        if (isClosed || (!activeByName.containsKey(name) && countViews() >= MAX_SUBSCRIPTIONS)) {
            return false;
        }
        ActiveSubscription previous = activeByName.put(name, start(found, null, null));
        if (previous != null) {
            stop(previous);
        }
        return true;
    }

    /** Ends a subscription by {@code resources/subscribe}. Returns whether there was one. */
    synchronized boolean unsubscribe(String name) {
        ActiveSubscription active = activeByName.remove(name);
        if (active != null) {
            stop(active);
        }
        return active != null;
    }

    /**
     * Prepares the subscriptions of a request {@code subscriptions/listen}; its acknowledgment starts them. Returns
     * false if there are too many, or if a request with this id is active.
     */
    synchronized boolean prepare(Slice id, Map<String, ViewWithServer> views, @Nullable Slice meta) {
        return !isClosed
                && countViews() + views.size() <= MAX_SUBSCRIPTIONS
                && listenRequests.add(id, new ListenRequest(views, meta, new ArrayList<>()));
    }

    /** Returns whether a request {@code subscriptions/listen} is active. */
    boolean hasListenRequests() {
        return !listenRequests.isEmpty();
    }

    /** Sends the acknowledgment of a request that names only saved views, and starts its subscriptions. */
    void acknowledge(Slice id) throws IOException {
        JsonWriter params = new JsonWriter(256).beginObject().beginObject("notifications");
        params.endObject().beginObject("_meta").raw(RequestMeta.SUBSCRIPTION_ID, id);
        acknowledge(Message.notification(
                "notifications/subscriptions/acknowledged",
                params.endObject().endObject().slice()));
    }

    /** Adds the views to an acknowledgment, starts their subscriptions, and sends it. */
    void acknowledge(Message acknowledgment) throws IOException {
        Slice params = acknowledgment.params();
        Slice meta = params == null || params.length() > MAX_PARAMS_BYTES ? null : ObjectEdit.objectIn(params, "_meta");
        Slice id = meta == null ? null : ObjectEdit.valueIn(meta, RequestMeta.SUBSCRIPTION_ID);
        ListenRequest request = id == null ? null : listenRequests.find(id);
        if (params == null || id == null || request == null) {
            client.send(acknowledgment);
            return;
        }
        Slice subscriptionId = Slice.of(id.toByteArray());
        synchronized (this) {
            // starts before the client knows that it is subscribed, so that it misses no change
            if (request.active.isEmpty() && listenRequests.find(id) != null) {
                request.views.values().forEach(found -> request.active.add(start(found, request.meta, subscriptionId)));
            }
        }
        client.send(acknowledgment.withParams(RequestedNotifications.addAccepted(params, request.views.keySet())));
    }

    /** Ends the subscriptions of a request. */
    synchronized void endListen(Slice id) {
        ListenRequest request = listenRequests.cancel(id);
        if (request != null) {
            request.active.forEach(this::stop);
        }
    }

    /** Ends all subscriptions, and refuses new ones. */
    synchronized void close() {
        isClosed = true;
        activeByName.values().forEach(this::stop);
        activeByName.clear();
        listenRequests.removeAll().forEach(request -> request.active.forEach(this::stop));
    }
}
