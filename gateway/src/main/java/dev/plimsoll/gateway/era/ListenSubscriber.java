package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes to changes on a modern server for a legacy client. The client gets list changes without a request, and changes of
 * the resources to which it has subscribed. There is one subscription for all lists and one for all resources.
 */
final class ListenSubscriber {

    private static final int MOST_URIS = 1_000;
    private static final int LONGEST_URI = 8_192;
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

    private final Consumer<Slice> client;
    private final Slice capabilities;
    private final ChangeSubscription lists;
    private final ChangeSubscription resources;
    private final Set<String> uris = new LinkedHashSet<>();
    private final List<Wish> wishes = new ArrayList<>();

    /** A client's request that waits for the acknowledgment of its subscription to a resource. */
    private record Wish(Slice id, String uri) {}

    /** @param capabilities the capabilities of the server */
    ListenSubscriber(ChangeSubscription.Line line, Consumer<Slice> client, Slice capabilities) {
        this.client = client;
        this.capabilities = capabilities;
        this.lists = new ChangeSubscription(line, "lists");
        this.resources = new ChangeSubscription(line, "resources");
    }

    /** Subscribes to changes of listings, once the client is initialized. */
    void begin() {
        ByteSink wanted = new ByteSink(128).ascii("{");
        for (String name : List.of("tools", "prompts", "resources")) {
            if (offers(name, "listChanged")) {
                wanted.ascii(wanted.size() == 1 ? "\"" : ",\"").ascii(name).ascii("ListChanged\":true");
            }
        }
        if (wanted.size() > 1) {
            lists.listen(wanted.ascii("}").slice());
        }
    }

    private boolean offers(String capability, String member) {
        Slice offer = ObjectEdit.objectIn(capabilities, capability);
        Slice value = offer == null ? null : ObjectEdit.valueIn(offer, member);
        return value != null && value.utf8().equals("true");
    }

    // --- resources

    /** Subscribes to a resource, and answers when the server has acknowledged it. */
    synchronized void subscribe(Slice id, @Nullable Slice params) {
        String uri = ObjectEdit.textIn(params, "uri", LONGEST_URI);
        if (!offers("resources", "subscribe")) {
            refuse(id, ErrorObject.METHOD_NOT_FOUND, "the server does not support resource subscriptions");
        } else if (uri == null || (uris.size() >= MOST_URIS && !uris.contains(uri))) {
            refuse(
                    id,
                    ErrorObject.INVALID_PARAMS,
                    uri == null ? "uri is missing" : "more than " + MOST_URIS + " resource subscriptions");
        } else if (!uris.add(uri)
                && wishes.stream().noneMatch(wish -> wish.uri().equals(uri))) {
            client.accept(Message.result(id, Slice.of("{}")));
        } else {
            wishes.add(new Wish(Slice.of(id.toByteArray()), uri));
            resources.listen(wanted());
        }
    }

    synchronized void unsubscribe(Slice id, @Nullable Slice params) {
        String uri = ObjectEdit.textIn(params, "uri", LONGEST_URI);
        if (uri != null && uris.remove(uri)) {
            if (uris.isEmpty()) {
                resources.end();
            } else {
                resources.listen(wanted());
            }
        }
        client.accept(Message.result(id, Slice.of("{}")));
    }

    private Slice wanted() {
        ByteSink wanted = new ByteSink(256).ascii("{\"resourceSubscriptions\":[");
        int empty = wanted.size();
        uris.forEach(uri -> wanted.ascii(wanted.size() == empty ? "" : ",").string(uri));
        return wanted.ascii("]}").slice();
    }

    private void refuse(Slice id, int code, String why) {
        RefusedException refused =
                new RefusedException(ErrorCode.INVALID_REQUEST, why, "call resources/read when the content is needed");
        client.accept(Message.error(id, new ErrorObject(code, refused)));
    }

    // --- messages of the server

    /** Returns the notification as the client gets it, or null if the client must not get it. */
    @Nullable Slice plain(Message notification) {
        Slice params = notification.params();
        Slice meta = params == null ? null : ObjectEdit.objectIn(params, "_meta");
        Slice id = meta == null ? null : ObjectEdit.valueIn(meta, ModernMessages.SUBSCRIPTION);
        String method = String.valueOf(notification.method());
        if (method.equals(ACKNOWLEDGED)) {
            if (id != null && params != null) {
                acknowledged(id, ObjectEdit.objectIn(params, "notifications"));
            }
            return null;
        }
        if (params == null || meta == null || id == null) {
            return notification.bytes();
        }
        if (!lists.hears(id) && !resources.hears(id)) {
            return null;
        }
        Slice rest = ObjectEdit.without(meta, ModernMessages.SUBSCRIPTION);
        return Message.notification(
                method,
                rest.length() == 2 ? ObjectEdit.without(params, "_meta") : ObjectEdit.with(params, "_meta", rest));
    }

    private void acknowledged(Slice id, @Nullable Slice granted) {
        lists.acknowledged(id);
        if (resources.acknowledged(id)) {
            settle(granted(granted));
        }
    }

    private synchronized void settle(Set<String> granted) {
        for (Wish wish : wishes) {
            if (granted.contains(wish.uri())) {
                client.accept(Message.result(wish.id(), Slice.of("{}")));
            } else {
                uris.remove(wish.uri());
                refuse(wish.id(), ErrorObject.INVALID_PARAMS, "the server refused the subscription to this resource");
            }
        }
        wishes.clear();
    }

    private static Set<String> granted(@Nullable Slice notifications) {
        Set<String> granted = new HashSet<>();
        Slice list = notifications == null ? null : ObjectEdit.valueIn(notifications, "resourceSubscriptions");
        if (list != null && Json.type(list) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(list);
            for (int i = 0; i < Math.min(items.count(), MOST_URIS); i++) {
                Slice item = items.item(i);
                if (Json.type(item) == JsonType.STRING) {
                    granted.add(JsonText.unescapeToString(Json.stringInside(item)));
                }
            }
        }
        return granted;
    }

    /** Returns whether this ended one of our subscriptions, which the client does not know. */
    boolean ended(Slice id) {
        if (resources.ended(id)) {
            settle(Set.of());
            return true;
        }
        return lists.ended(id);
    }

    /** Handles the server's cancellation of a subscription. */
    void cancelled(Message notification) {
        Slice params = notification.params();
        Slice id = params == null ? null : ObjectEdit.valueIn(params, "requestId");
        if (id != null) {
            var _ = ended(id);
        }
    }

    void close() {
        lists.close();
        resources.close();
    }
}
