package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.hub.session.Tasks.Task;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;

/** The part of a subscription that concerns one server: its request, and its end. */
public final class ServerSubscription {

    private ServerSubscription() {}

    /**
     * Subscribes to changes of one server. Blocks until the request is sent. Returns false if the server is
     * unavailable.
     */
    public static boolean start(
            ServerLink serverLink, Message request, HubRequest hubRequest, HubSubscription hubSubscription) {
        try {
            OpenLink openLink = serverLink.awaitOpen();
            hubRequest.setCurrentLink(openLink);
            openLink.sendRequest(
                    withTasksOfServer(serverLink, request), new SubscriptionListener(serverLink, hubSubscription));
            return true;
        } catch (RefusedException e) {
            hubSubscription.endServer(serverLink, null);
            return false;
        }
    }

    /**
     * Removes the ids of other servers' tasks from the request, so that no server learns them, and replaces the
     * remaining ids with the server's own.
     */
    private static Message withTasksOfServer(ServerLink serverLink, Message request) {
        Slice params = request.params();
        Slice notifications = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        Slice ids = notifications == null ? null : ObjectEdit.valueIn(notifications, "taskIds");
        if (params == null || notifications == null || ids == null || Json.type(ids) != JsonType.ARRAY) {
            return request;
        }
        JsonWriter ownIds = new JsonWriter().beginArray();
        ItemIndex items = ItemIndex.of(ids);
        for (int i = 0; i < items.count(); i++) {
            Slice item = items.item(i);
            String id = Json.type(item) == JsonType.STRING ? JsonText.unescapeToString(Json.stringInside(item)) : "";
            Task task = serverLink
                    .serverGroup()
                    .tasks()
                    .find(serverLink.hubSession().caller().subject(), id);
            if (task != null && task.server() == serverLink.index()) {
                ownIds.string(task.id());
            }
        }
        Slice newNotifications =
                ObjectEdit.with(notifications, "taskIds", ownIds.endArray().slice());
        return request.withParams(ObjectEdit.with(params, "notifications", newNotifications));
    }

    private record SubscriptionListener(ServerLink serverLink, HubSubscription subscription)
            implements OpenLink.ResponseListener {

        @Override
        public void send(Message message) {
            subscription.endServer(serverLink, message);
        }

        @Override
        public void onCancelled() {
            onConnectionLost();
        }

        @Override
        public void onConnectionLost() {
            subscription.endServer(serverLink, null);
        }
    }
}
