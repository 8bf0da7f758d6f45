package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Map;

/** Translates the tasks extension of 2026-07-28 into the tasks of 2025-11-25. */
final class LegacyTaskMessages {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    /** The legacy names of members that describe a task, by their modern names. */
    private static final Map<String, String> LEGACY_NAMES = Map.of(
            "taskId", "taskId",
            "status", "status",
            "statusMessage", "statusMessage",
            "createdAt", "createdAt",
            "lastUpdatedAt", "lastUpdatedAt",
            "ttlMs", "ttl",
            "pollIntervalMs", "pollInterval");

    private LegacyTaskMessages() {}

    /** Returns the legacy capability of a modern server: calls of tools can run as tasks, which can be canceled. */
    static Slice legacyCapability() {
        JsonWriter json = new JsonWriter().beginObject();
        json.beginObject("cancel").endObject();
        json.beginObject("requests").beginObject("tools");
        json.beginObject("call").endObject();
        return json.endObject().endObject().endObject().slice();
    }

    /** Returns a task of a modern server as a task of 2025-11-25, without its result. */
    static Slice toLegacy(Slice task) {
        JsonWriter json = new JsonWriter(256).beginObject();
        boolean hasLifetime = false;
        boolean hasMessage = false;
        Members members = Members.of(task);
        while (members.next()) {
            String name = LEGACY_NAMES.get(members.keyText());
            if (name != null) {
                hasLifetime |= name.equals("ttl");
                hasMessage |= name.equals("statusMessage");
                json.raw(name, members.value());
            }
        }
        Slice error = hasMessage ? null : ObjectEdit.objectIn(task, "error");
        Slice message = error == null ? null : ObjectEdit.valueIn(error, "message");
        if (message != null) {
            json.raw("statusMessage", message);
        }
        if (!hasLifetime) {
            json.nullValue("ttl");
        }
        return json.endObject().slice();
    }

    /** Returns an object whose metadata names the task to which it belongs. */
    static Slice withRelatedTask(Slice object, String taskId) {
        JsonWriter relatedTask = new JsonWriter().beginObject().string("taskId", taskId);
        Slice meta = ObjectEdit.objectIn(object, "_meta");
        return ObjectEdit.with(
                object,
                "_meta",
                ObjectEdit.with(
                        meta == null ? EMPTY_OBJECT : meta,
                        RequestMeta.RELATED_TASK,
                        relatedTask.endObject().slice()));
    }
}
