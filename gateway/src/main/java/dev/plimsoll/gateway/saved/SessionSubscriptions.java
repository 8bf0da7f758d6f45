package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.RequestTarget;
import dev.plimsoll.gateway.saved.SavedSources.Found;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one session to saved views: by {@code resources/subscribe}, and by {@code
 * subscriptions/listen} of 2026-07-28. Thread-safe.
 */
final class SessionSubscriptions {

    /** Most views that one session subscribes to. */
    static final int MAX_SUBSCRIPTIONS = 100;

    private static final int MAX_METHOD_PARAMS = 1 << 20;

    private final SavedHost host;
    private final SavedSources sources;
    private final RequestTarget target;
    private final Peer client;

    /** Subscriptions by {@code resources/subscribe}, by the name of the view. */
    private final Map<String, Active> byName = new ConcurrentHashMap<>();

    /** Requests {@code subscriptions/listen}, by their id. */
    private final Map<Slice, Subscriber> byRequest = new ConcurrentHashMap<>();

    private volatile boolean isClosed;

    private record Active(
            ViewSubscription subscription, @Nullable ViewRefresher refresher) {}

    /**
     * A request that listens.
     *
     * @param views the views that it listens to, by their names
     * @param meta the {@code _meta} of the request
     * @param active what has begun; nothing before the acknowledgment
     */
    private record Subscriber(
            Map<String, Found> views, @Nullable Slice meta, List<Active> active) {}

    SessionSubscriptions(SavedHost host, SavedSources sources, RequestTarget target, Peer client) {
        this.host = host;
        this.sources = sources;
        this.target = target;
        this.client = client;
    }

    private Active start(Found found, @Nullable Slice meta, @Nullable Slice subscriptionId) {
        ViewSubscription subscription =
                host.views().subscribe(found.view(), () -> notifyClient(found.view(), subscriptionId));
        return new Active(subscription, ViewRefresher.start(host, sources, target, meta, found));
    }

    private void stop(Active active) {
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

    private int count() {
        return byName.size()
                + byRequest.values().stream()
                        .mapToInt(listening -> listening.views.size())
                        .sum();
    }

    /** Begins a subscription by {@code resources/subscribe}. Returns false if there are too many. */
    synchronized boolean subscribe(Found found) {
        String name = found.view().name();
        if (isClosed || (!byName.containsKey(name) && count() >= MAX_SUBSCRIPTIONS)) {
            return false;
        }
        Active before = byName.put(name, start(found, null, null));
        if (before != null) {
            stop(before);
        }
        return true;
    }

    /** Ends a subscription by {@code resources/subscribe}. Returns whether there was one. */
    synchronized boolean unsubscribe(String name) {
        Active active = byName.remove(name);
        if (active != null) {
            stop(active);
        }
        return active != null;
    }

    /**
     * Prepares the subscriptions of a request; they begin with its acknowledgment. Returns false if there are too
     * many, or if a request with this id is listening.
     */
    synchronized boolean prepare(Slice id, Map<String, Found> views, @Nullable Slice meta) {
        if (isClosed || count() + views.size() > MAX_SUBSCRIPTIONS || byRequest.containsKey(id)) {
            return false;
        }
        byRequest.put(id, new Subscriber(views, meta, new ArrayList<>()));
        return true;
    }

    /** Returns whether a request listens. */
    boolean isListening(Slice id) {
        return byRequest.containsKey(id);
    }

    boolean isEmpty() {
        return byRequest.isEmpty();
    }

    /** Sends the acknowledgment of a request that listens to nothing but saved views. */
    void acknowledge(Slice id) throws IOException {
        JsonWriter params = new JsonWriter(256).beginObject().beginObject("notifications");
        params.endObject().beginObject("_meta").raw(RequestMeta.SUBSCRIPTION_ID, id);
        acknowledge(Message.notification(
                "notifications/subscriptions/acknowledged",
                params.endObject().endObject().slice()));
    }

    /** Sends an acknowledgment, to which the views are added, and begins their subscriptions. */
    void acknowledge(Message acknowledgment) throws IOException {
        Slice params = acknowledgment.params();
        Slice meta =
                params == null || params.length() > MAX_METHOD_PARAMS ? null : ObjectEdit.objectIn(params, "_meta");
        Slice id = meta == null ? null : ObjectEdit.valueIn(meta, RequestMeta.SUBSCRIPTION_ID);
        Subscriber listening = id == null ? null : byRequest.get(id);
        if (params == null || id == null || listening == null) {
            client.send(acknowledgment);
            return;
        }
        Slice subscriptionId = Slice.of(id.toByteArray());
        synchronized (this) {
            // before the client knows that it is subscribed, so that no change is missed
            if (listening.active.isEmpty() && byRequest.containsKey(id)) {
                listening
                        .views
                        .values()
                        .forEach(found -> listening.active.add(start(found, listening.meta, subscriptionId)));
            }
        }
        client.send(acknowledgment.withParams(ListenFilter.acknowledged(params, listening.views.keySet())));
    }

    /** Ends the subscriptions of a request. */
    synchronized void end(Slice id) {
        Subscriber listening = byRequest.remove(id);
        if (listening != null) {
            listening.active.forEach(this::stop);
        }
    }

    /** Ends all subscriptions, and refuses new ones. */
    synchronized void close() {
        isClosed = true;
        byName.values().forEach(this::stop);
        byName.clear();
        List.copyOf(byRequest.keySet()).forEach(this::end);
    }
}
