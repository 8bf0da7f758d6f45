package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes to changes on a modern server for a legacy client. The client gets list changes without a request, and
 * changes of the resources to which it has subscribed. There is one subscription for all lists and one for all
 * resources.
 */
final class ListenSubscriber {

    private static final int MAX_URIS = 1_000;
    private static final int MAX_URI_LENGTH = 8_192;
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

    private final Consumer<Message> client;
    private final Slice capabilities;
    private final ChangeSubscription listSubscription;
    private final ChangeSubscription resourceSubscription;
    private final Set<String> uris = new LinkedHashSet<>();
    private final List<PendingSubscription> pendingSubscriptions = new ArrayList<>();

    /** A client's request that waits for the acknowledgment of its subscription to a resource. */
    private record PendingSubscription(Slice id, String uri) {}

    /** @param capabilities the capabilities of the server */
    ListenSubscriber(ChangeSubscription.RequestSender requestSender, Consumer<Message> client, Slice capabilities) {
        this.client = client;
        this.capabilities = capabilities;
        this.listSubscription = new ChangeSubscription(requestSender);
        this.resourceSubscription = new ChangeSubscription(requestSender);
    }

    /** Subscribes to changes of lists. Called when the client is initialized. */
    void subscribeToLists() {
        List<String> supported = Stream.of("tools", "prompts", "resources")
                .filter(name -> supports(name, "listChanged"))
                .toList();
        if (!supported.isEmpty()) {
            JsonWriter notifications = new JsonWriter(128).beginObject();
            supported.forEach(name -> notifications.bool(name + "ListChanged", true));
            listSubscription.listen(notifications.endObject().slice());
        }
    }

    private boolean supports(String capability, String member) {
        Slice object = ObjectEdit.objectIn(capabilities, capability);
        Slice value = object == null ? null : ObjectEdit.valueIn(object, member);
        return value != null && value.utf8().equals("true");
    }

    // --- resources

    /** Subscribes to a resource, and answers when the server has acknowledged the subscription. */
    synchronized void subscribe(Slice id, @Nullable Slice params) {
        String uri = ObjectEdit.textIn(params, "uri", MAX_URI_LENGTH);
        if (!supports("resources", "subscribe")) {
            reject(id, ErrorObject.METHOD_NOT_FOUND, "the server does not support resource subscriptions");
        } else if (uri == null || (uris.size() >= MAX_URIS && !uris.contains(uri))) {
            reject(
                    id,
                    ErrorObject.INVALID_PARAMS,
                    uri == null ? "uri is missing" : "more than " + MAX_URIS + " resource subscriptions");
        } else if (!uris.add(uri)
                && pendingSubscriptions.stream()
                        .noneMatch(
                                pendingSubscription -> pendingSubscription.uri().equals(uri))) {
            client.accept(Message.result(id, Slice.of("{}")));
        } else {
            pendingSubscriptions.add(new PendingSubscription(Slice.of(id.toByteArray()), uri));
            resourceSubscription.listen(resourceNotifications());
        }
    }

    synchronized void unsubscribe(Slice id, @Nullable Slice params) {
        String uri = ObjectEdit.textIn(params, "uri", MAX_URI_LENGTH);
        if (uri != null && uris.remove(uri)) {
            if (uris.isEmpty()) {
                resourceSubscription.end();
            } else {
                resourceSubscription.listen(resourceNotifications());
            }
        }
        client.accept(Message.result(id, Slice.of("{}")));
    }

    private Slice resourceNotifications() {
        JsonWriter notifications = new JsonWriter().beginObject();
        return notifications.strings("resourceSubscriptions", uris).endObject().slice();
    }

    private void reject(Slice id, int code, String why) {
        RefusedException refusal =
                new RefusedException(ErrorCode.INVALID_REQUEST, why, "call resources/read when the content is needed");
        client.accept(Message.error(id, new ErrorObject(code, refusal)));
    }

    // --- messages of the server

    /** Returns the notification for the client, or null if the client must not get it. */
    @Nullable Message toLegacyNotification(Message notification) {
        Slice params = notification.params();
        Slice meta = params == null ? null : ObjectEdit.objectIn(params, "_meta");
        Slice id = meta == null ? null : ObjectEdit.valueIn(meta, RequestMeta.SUBSCRIPTION_ID);
        String method = String.valueOf(notification.method());
        if (method.equals(ACKNOWLEDGED)) {
            if (id != null && params != null) {
                onAcknowledged(id, ObjectEdit.objectIn(params, "notifications"));
            }
            return null;
        }
        if (params == null || meta == null || id == null) {
            return notification;
        }
        if (!listSubscription.isOpenRequest(id) && !resourceSubscription.isOpenRequest(id)) {
            return null;
        }
        Slice otherMeta = ObjectEdit.without(meta, RequestMeta.SUBSCRIPTION_ID);
        return Message.notification(
                method,
                otherMeta.length() == 2
                        ? ObjectEdit.without(params, "_meta")
                        : ObjectEdit.with(params, "_meta", otherMeta));
    }

    private synchronized void onAcknowledged(Slice id, @Nullable Slice granted) {
        listSubscription.onAcknowledged(id);
        if (resourceSubscription.onAcknowledged(id)) {
            answerPending(grantedUris(granted));
        }
    }

    private void answerPending(Set<String> grantedUris) {
        for (PendingSubscription pendingSubscription : pendingSubscriptions) {
            if (grantedUris.contains(pendingSubscription.uri())) {
                client.accept(Message.result(pendingSubscription.id(), Slice.of("{}")));
            } else {
                uris.remove(pendingSubscription.uri());
                reject(
                        pendingSubscription.id(),
                        ErrorObject.INVALID_PARAMS,
                        "the server refused the subscription to this resource");
            }
        }
        pendingSubscriptions.clear();
    }

    private static Set<String> grantedUris(@Nullable Slice notifications) {
        Set<String> uris = new HashSet<>();
        Slice subscribedUris =
                notifications == null ? null : ObjectEdit.valueIn(notifications, "resourceSubscriptions");
        if (subscribedUris != null && Json.type(subscribedUris) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(subscribedUris);
            for (int i = 0; i < Math.min(items.count(), MAX_URIS); i++) {
                Slice item = items.item(i);
                if (Json.type(item) == JsonType.STRING) {
                    uris.add(JsonText.unescapeToString(Json.stringInside(item)));
                }
            }
        }
        return uris;
    }

    /**
     * Handles the end of a request. Returns whether the request was a subscription of the gateway, which the client
     * does not know. Pending requests of the client for resource subscriptions are refused then, unless the server can
     * still acknowledge a later request of the gateway.
     */
    synchronized boolean onEnded(Slice id) {
        if (resourceSubscription.onEnded(id)) {
            if (!resourceSubscription.isPending()) {
                answerPending(Set.of());
            }
            return true;
        }
        return listSubscription.onEnded(id);
    }

    /** Handles the server's cancellation of a subscription. */
    void onCancelled(Message notification) {
        Slice id = notification.cancelledId();
        if (id != null) {
            var _ = onEnded(id);
        }
    }

    void close() {
        listSubscription.close();
        resourceSubscription.close();
    }
}
