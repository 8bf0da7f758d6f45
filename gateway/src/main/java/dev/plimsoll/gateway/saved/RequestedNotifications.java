package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notifications that a request {@code subscriptions/listen} asks for, with the saved views separated from the other
 * URIs.
 *
 * @param names names in the URIs of saved views
 * @param otherUris the other URIs, as JSON strings
 * @param notifications the object with all requested notifications
 */
record RequestedNotifications(List<String> names, List<Slice> otherUris, Slice notifications) {

    static final String URIS = "resourceSubscriptions";

    private static final String NOTIFICATIONS = "notifications";
    private static final Slice FALSE = Slice.of("false");
    private static final int MAX_URIS = 1_000;
    private static final int MAX_URI_BYTES = 8_192;

    /** Returns the notifications that a request asks for; null if it names no saved view. */
    static @Nullable RequestedNotifications parse(Message request) {
        Slice params = request.params();
        Slice notifications = params == null ? null : ObjectEdit.objectIn(params, NOTIFICATIONS);
        Slice uris = notifications == null ? null : ObjectEdit.valueIn(notifications, URIS);
        if (notifications == null || uris == null || Json.type(uris) != JsonType.ARRAY) {
            return null;
        }
        List<String> names = new ArrayList<>();
        List<Slice> otherUris = new ArrayList<>();
        ItemIndex items = ItemIndex.of(uris);
        for (int i = 0; i < items.count(); i++) {
            Slice item = items.item(i);
            boolean isText = Json.type(item) == JsonType.STRING && item.length() <= MAX_URI_BYTES;
            String name = isText ? ViewName.findInUri(JsonText.unescapeToString(Json.stringInside(item))) : null;
            if (name != null && names.size() < MAX_URIS) {
                names.add(name);
            } else {
                otherUris.add(item);
            }
        }
        return names.isEmpty() ? null : new RequestedNotifications(names, otherUris, notifications);
    }

    /** Returns whether the request asks for notifications other than those of the accepted views. */
    boolean hasOtherNotifications(Set<String> accepted) {
        if (!otherUris.isEmpty() || !accepted.containsAll(names)) {
            return true;
        }
        Members members = Members.of(notifications);
        while (members.next()) {
            boolean isOff = members.type() == JsonType.NULL || members.value().contentEquals(FALSE);
            if (!isOff && !members.keyText().equals(URIS)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the parameters of the request without the accepted views. */
    Slice paramsWithout(Set<String> accepted, Slice params) {
        JsonWriter uris = new JsonWriter(256).beginArray();
        otherUris.forEach(uris::raw);
        names.stream().filter(name -> !accepted.contains(name)).forEach(name -> uris.string(ViewName.toUri(name)));
        Slice newNotifications =
                ObjectEdit.with(notifications, URIS, uris.endArray().slice());
        return ObjectEdit.with(params, NOTIFICATIONS, newNotifications);
    }

    /** Returns the parameters of an acknowledgment, to which the accepted views are added. */
    static Slice addAccepted(Slice params, Set<String> accepted) {
        Slice acknowledged = ObjectEdit.objectIn(params, NOTIFICATIONS);
        Slice uris = acknowledged == null ? null : ObjectEdit.valueIn(acknowledged, URIS);
        JsonWriter mergedUris = new JsonWriter(256).beginArray();
        if (uris != null && Json.type(uris) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(uris);
            for (int i = 0; i < items.count(); i++) {
                mergedUris.raw(items.item(i));
            }
        }
        accepted.forEach(name -> mergedUris.string(ViewName.toUri(name)));
        Slice merged = ObjectEdit.with(
                acknowledged == null ? Slice.of("{}") : acknowledged,
                URIS,
                mergedUris.endArray().slice());
        return ObjectEdit.with(params, NOTIFICATIONS, merged);
    }
}
