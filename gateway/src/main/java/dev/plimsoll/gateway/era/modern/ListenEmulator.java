package dev.plimsoll.gateway.era.modern;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Emulates {@code subscriptions/listen} for a legacy server, which sends its notifications without a subscription. */
final class ListenEmulator {

    static final String METHOD = ProtocolMethod.SUBSCRIPTIONS_LISTEN.text();

    private static final int MAX_URIS = 1_000;
    private static final int MAX_URI_LENGTH = 8_192;

    /** The notifications that a client may request, and the capability that the server needs for each. */
    private static final Map<String, String> CAPABILITY_BY_NOTIFICATION = capabilityByNotification();

    private final OwnRequests requestsToServer;
    private final Consumer<Message> client;
    private final PendingRequests<Subscription> subscriptions = new PendingRequests<>(Integer.MAX_VALUE);

    private record Subscription(Slice id, Set<String> methods, Set<String> uris) {}

    /** @param requestsToServer sends requests to the server */
    ListenEmulator(OwnRequests requestsToServer, Consumer<Message> client) {
        this.requestsToServer = requestsToServer;
        this.client = client;
    }

    private static Map<String, String> capabilityByNotification() {
        Map<String, String> capabilities = new LinkedHashMap<>();
        capabilities.put("toolsListChanged", "tools");
        capabilities.put("promptsListChanged", "prompts");
        capabilities.put("resourcesListChanged", "resources");
        return capabilities;
    }

    void subscribe(Message request, Slice id, @Nullable Slice capabilities) throws IOException {
        Slice params = request.params();
        Slice requestedChanges = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        Subscription subscription = new Subscription(
                Slice.of(id.toByteArray()), ConcurrentHashMap.newKeySet(), findUris(requestedChanges, capabilities));
        JsonWriter acknowledgedParams = new JsonWriter().beginObject().beginObject("notifications");
        CAPABILITY_BY_NOTIFICATION.forEach((name, capability) -> {
            if (isTrue(requestedChanges, name) && isTrue(findCapability(capabilities, capability), "listChanged")) {
                subscription.methods().add("notifications/" + capability + "/list_changed");
                acknowledgedParams.bool(name, true);
            }
        });
        if (!subscription.uris().isEmpty()) {
            acknowledgedParams.strings("resourceSubscriptions", subscription.uris());
        }
        // a client that uses an id again replaces its subscription
        Subscription replaced = subscriptions.cancel(id);
        var _ = subscriptions.add(id, subscription);
        client.accept(notificationWithId(
                "notifications/subscriptions/acknowledged",
                acknowledgedParams.endObject().endObject().slice(),
                id));
        sendSubscribes(subscription, replaced);
    }

    private synchronized void sendSubscribes(Subscription subscription, @Nullable Subscription replaced)
            throws IOException {
        for (String uri : subscription.uris()) {
            requestsToServer.sendIgnoringResponse("resources/subscribe", uriParams(uri));
        }
        if (replaced != null) {
            sendUnsubscribes(replaced);
        }
    }

    /** Unsubscribes from the resources of an ended subscription, except those of open subscriptions. */
    private synchronized void sendUnsubscribes(Subscription ended) throws IOException {
        Set<String> unwantedUris = new LinkedHashSet<>(ended.uris());
        subscriptions.values().forEach(open -> unwantedUris.removeAll(open.uris()));
        for (String uri : unwantedUris) {
            requestsToServer.sendIgnoringResponse("resources/unsubscribe", uriParams(uri));
        }
    }

    private static @Nullable Slice findCapability(@Nullable Slice capabilities, String name) {
        return capabilities == null ? null : ObjectEdit.objectIn(capabilities, name);
    }

    private static boolean isTrue(@Nullable Slice object, String name) {
        Slice value = object == null ? null : ObjectEdit.valueIn(object, name);
        return value != null && value.utf8().equals("true");
    }

    private static Set<String> findUris(@Nullable Slice requested, @Nullable Slice capabilities) {
        Set<String> uris = new LinkedHashSet<>();
        Slice requestedUris = requested == null ? null : ObjectEdit.valueIn(requested, "resourceSubscriptions");
        if (requestedUris == null
                || Json.type(requestedUris) != JsonType.ARRAY
                || !isTrue(findCapability(capabilities, "resources"), "subscribe")) {
            return uris;
        }
        ItemIndex items = ItemIndex.of(requestedUris);
        for (int i = 0; i < items.count() && uris.size() < MAX_URIS; i++) {
            Slice item = items.item(i);
            if (Json.type(item) == JsonType.STRING && item.length() <= MAX_URI_LENGTH) {
                uris.add(JsonText.unescapeToString(Json.stringInside(item)));
            }
        }
        return uris;
    }

    private static Slice uriParams(String uri) {
        return new JsonWriter().beginObject().string("uri", uri).endObject().slice();
    }

    /** Passes a notification of a change to its subscribers. Returns false for other messages. */
    boolean forwardChange(Message message) {
        String method = String.valueOf(message.method());
        if (!ProtocolMethod.isChange(method)) {
            return false;
        }
        boolean isResourceUpdate = method.equals("notifications/resources/updated");
        Slice params = message.params();
        String uri = ObjectEdit.textIn(params, "uri", MAX_URI_LENGTH);
        for (Subscription subscription : subscriptions.values()) {
            if (isResourceUpdate
                    ? uri != null && subscription.uris().contains(uri)
                    : subscription.methods().contains(method)) {
                client.accept(notificationWithId(method, params == null ? Slice.of("{}") : params, subscription.id()));
            }
        }
        return true;
    }

    private static Message notificationWithId(String method, Slice params, Slice subscriptionId) {
        Slice meta = ObjectEdit.objectIn(params, "_meta");
        Slice newMeta =
                ObjectEdit.with(meta == null ? Slice.of("{}") : meta, RequestMeta.SUBSCRIPTION_ID, subscriptionId);
        return Message.notification(method, ObjectEdit.with(params, "_meta", newMeta));
    }

    /** Ends the subscription that the message cancels. Returns false if it cancels none. */
    boolean unsubscribe(Message message) {
        Slice id = message.cancelledId();
        Subscription subscription = id == null ? null : subscriptions.cancel(id);
        if (subscription == null) {
            return false;
        }
        try {
            sendUnsubscribes(subscription);
        } catch (IOException e) {
            // the server has closed, which ends its subscriptions too
        }
        return true;
    }
}
