package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Emulates {@code subscriptions/listen} for a legacy server, which sends its notifications without a subscription. */
final class ListenEmulator {

    static final String METHOD = "subscriptions/listen";

    private static final String OWN = "plimsoll-listens-";
    private static final int MOST_URIS = 1_000;
    private static final int LONGEST_URI = 8_192;

    /** The notifications that a client may request, and the capability that the server needs for each. */
    private static final Map<String, String> CHANGES = changes();

    private final Upstream server;
    private final Consumer<Slice> client;
    private final Map<String, Listener> byId = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();

    private record Listener(Slice id, Set<String> methods, Set<String> uris) {}

    ListenEmulator(Upstream server, Consumer<Slice> client) {
        this.server = server;
        this.client = client;
    }

    private static Map<String, String> changes() {
        Map<String, String> changes = new LinkedHashMap<>();
        changes.put("toolsListChanged", "tools");
        changes.put("promptsListChanged", "prompts");
        changes.put("resourcesListChanged", "resources");
        return changes;
    }

    void begin(Message request, Slice id, @Nullable Slice capabilities) throws IOException {
        Slice params = request.params();
        Slice wanted = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        Listener listener =
                new Listener(Slice.of(id.toByteArray()), ConcurrentHashMap.newKeySet(), uris(wanted, capabilities));
        ByteSink granted = new ByteSink().ascii("{");
        CHANGES.forEach((name, capability) -> {
            if (isTrue(wanted, name) && isTrue(offer(capabilities, capability), "listChanged")) {
                listener.methods().add("notifications/" + capability + "/list_changed");
                granted.ascii(granted.size() == 1 ? "" : ",").string(name).ascii(":true");
            }
        });
        if (!listener.uris().isEmpty()) {
            granted.ascii(granted.size() == 1 ? "" : ",").ascii("\"resourceSubscriptions\":[");
            int empty = granted.size();
            for (String uri : listener.uris()) {
                granted.ascii(granted.size() == empty ? "" : ",").string(uri);
            }
            granted.ascii("]");
        }
        byId.put(RequestId.key(id), listener);
        client.accept(stamped(
                "notifications/subscriptions/acknowledged",
                new ByteSink()
                        .ascii("{\"notifications\":")
                        .raw(granted.ascii("}").slice())
                        .ascii("}")
                        .slice(),
                id));
        for (String uri : listener.uris()) {
            server.send(subscription("resources/subscribe", uri));
        }
    }

    private static @Nullable Slice offer(@Nullable Slice capabilities, String name) {
        return capabilities == null ? null : ObjectEdit.objectIn(capabilities, name);
    }

    private static boolean isTrue(@Nullable Slice object, String name) {
        Slice value = object == null ? null : ObjectEdit.valueIn(object, name);
        return value != null && value.utf8().equals("true");
    }

    private static Set<String> uris(@Nullable Slice wanted, @Nullable Slice capabilities) {
        Set<String> uris = new LinkedHashSet<>();
        Slice list = wanted == null ? null : ObjectEdit.valueIn(wanted, "resourceSubscriptions");
        if (list == null
                || Json.type(list) != JsonType.ARRAY
                || !isTrue(offer(capabilities, "resources"), "subscribe")) {
            return uris;
        }
        ItemIndex items = ItemIndex.of(list);
        for (int i = 0; i < items.count() && uris.size() < MOST_URIS; i++) {
            Slice item = items.item(i);
            if (Json.type(item) == JsonType.STRING && item.length() <= LONGEST_URI) {
                uris.add(JsonText.unescapeToString(Json.stringInside(item)));
            }
        }
        return uris;
    }

    private Slice subscription(String method, String uri) {
        return Message.request(
                ownId(),
                method,
                new ByteSink().ascii("{\"uri\":").string(uri).ascii("}").slice());
    }

    /** Returns an id for a request of our own. */
    Slice ownId() {
        return new ByteSink().string(OWN + number.incrementAndGet()).slice();
    }

    /** Returns whether this is the id of a request of our own. */
    boolean isOwn(Slice id) {
        return RequestId.key(id).startsWith('"' + OWN);
    }

    /** Passes a notification of a change to its subscribers. Returns false for other messages. */
    boolean heard(Message message) {
        String method = String.valueOf(message.method());
        boolean updated = method.equals("notifications/resources/updated");
        if (!updated && !method.endsWith("/list_changed")) {
            return false;
        }
        Slice params = message.params();
        String uri = ObjectEdit.textIn(params, "uri", LONGEST_URI);
        for (Listener listener : byId.values()) {
            if (updated
                    ? uri != null && listener.uris().contains(uri)
                    : listener.methods().contains(method)) {
                client.accept(stamped(method, params == null ? Slice.of("{}") : params, listener.id()));
            }
        }
        return true;
    }

    private static Slice stamped(String method, Slice params, Slice id) {
        Slice meta = ObjectEdit.objectIn(params, "_meta");
        Slice stamp = ObjectEdit.with(meta == null ? Slice.of("{}") : meta, ModernMessages.SUBSCRIPTION, id);
        return Message.notification(method, ObjectEdit.with(params, "_meta", stamp));
    }

    /** Ends a subscription. Returns whether the message cancels one. */
    boolean end(Message message) {
        boolean cancels = "notifications/cancelled".equals(message.method());
        Slice id = cancels && message.params() != null ? ObjectEdit.valueIn(message.params(), "requestId") : null;
        Listener ended = id == null ? null : byId.remove(RequestId.key(id));
        if (ended == null) {
            return false;
        }
        for (String uri : ended.uris()) {
            try {
                server.send(subscription("resources/unsubscribe", uri));
            } catch (IOException e) {
                return true;
            }
        }
        return true;
    }
}
