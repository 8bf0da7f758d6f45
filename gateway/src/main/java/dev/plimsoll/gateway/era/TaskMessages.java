package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates capabilities and descriptions of tasks between 2025-11-25 and the tasks extension of 2026-07-28. */
final class TaskMessages {

    static final int MAX_ID_BYTES = 1_024;

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

    /** The modern names by their legacy names. The status is absent, because it is written separately. */
    private static final Map<String, String> MODERN_NAMES = Map.of(
            "taskId", "taskId",
            "statusMessage", "statusMessage",
            "createdAt", "createdAt",
            "lastUpdatedAt", "lastUpdatedAt",
            "ttl", "ttlMs",
            "pollInterval", "pollIntervalMs");

    private TaskMessages() {}

    // --- capabilities

    /** Returns the legacy capability of a modern server: calls of tools run as tasks, which can be canceled. */
    static Slice legacyCapability() {
        JsonWriter json = new JsonWriter().beginObject();
        json.beginObject("cancel").endObject();
        json.beginObject("requests").beginObject("tools");
        json.beginObject("call").endObject();
        return json.endObject().endObject().endObject().slice();
    }

    /** Returns whether a legacy server runs calls of tools as tasks. */
    static boolean runsCallsAsTasks(Slice initializeResult) {
        Slice capabilities = ObjectEdit.objectIn(initializeResult, "capabilities");
        Slice tasks = capabilities == null ? null : ObjectEdit.objectIn(capabilities, "tasks");
        Slice requests = tasks == null ? null : ObjectEdit.objectIn(tasks, "requests");
        Slice tools = requests == null ? null : ObjectEdit.objectIn(requests, "tools");
        return tools != null && ObjectEdit.objectIn(tools, "call") != null;
    }

    /** Returns the capabilities of a legacy server, with its tasks as an extension. */
    static Slice modernCapabilities(Slice initializeResult) {
        Slice capabilities = ObjectEdit.objectIn(initializeResult, "capabilities");
        if (capabilities == null) {
            return EMPTY_OBJECT;
        }
        Slice rest = ObjectEdit.without(capabilities, "tasks");
        if (!runsCallsAsTasks(initializeResult)) {
            return rest;
        }
        Slice extensions = ObjectEdit.objectIn(rest, "extensions");
        return ObjectEdit.with(
                rest,
                "extensions",
                ObjectEdit.with(extensions == null ? EMPTY_OBJECT : extensions, RequestMeta.TASKS, EMPTY_OBJECT));
    }

    // --- tasks

    static @Nullable String id(@Nullable Slice paramsOrTask) {
        return ObjectEdit.textIn(paramsOrTask, "taskId", MAX_ID_BYTES);
    }

    static String status(Slice task) {
        return String.valueOf(ObjectEdit.textIn(task, "status", 64));
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

    /** Writes the members of a task of a legacy server under their modern names. */
    static void writeModern(JsonWriter json, Slice task, String status) {
        json.string("status", status);
        boolean hasLifetime = false;
        Members members = Members.of(task);
        while (members.next()) {
            String name = MODERN_NAMES.get(members.keyText());
            if (name != null) {
                hasLifetime |= name.equals("ttlMs");
                json.raw(name, members.value());
            }
        }
        if (!hasLifetime) {
            json.nullValue("ttlMs");
        }
    }

    /** Returns an object whose metadata names the task to which it belongs. */
    static Slice withRelatedTask(Slice object, String taskId) {
        JsonWriter related = new JsonWriter().beginObject().string("taskId", taskId);
        Slice meta = ObjectEdit.objectIn(object, "_meta");
        return ObjectEdit.with(
                object,
                "_meta",
                ObjectEdit.with(
                        meta == null ? EMPTY_OBJECT : meta,
                        RequestMeta.RELATED_TASK,
                        related.endObject().slice()));
    }

    /** Returns the parameters of a request about a task. */
    static Slice params(String taskId) {
        return new JsonWriter()
                .beginObject()
                .string("taskId", taskId)
                .endObject()
                .slice();
    }
}
