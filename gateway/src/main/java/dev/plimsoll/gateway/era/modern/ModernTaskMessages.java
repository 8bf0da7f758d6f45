package dev.plimsoll.gateway.era.modern;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Map;

/** Translates the tasks of 2025-11-25 into the tasks extension of 2026-07-28. */
final class ModernTaskMessages {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    /** The modern names by their legacy names. The status is absent, because it is written separately. */
    private static final Map<String, String> MODERN_NAMES = Map.of(
            "taskId", "taskId",
            "statusMessage", "statusMessage",
            "createdAt", "createdAt",
            "lastUpdatedAt", "lastUpdatedAt",
            "ttl", "ttlMs",
            "pollInterval", "pollIntervalMs");

    private ModernTaskMessages() {}

    /** Returns whether a legacy server can run calls of tools as tasks. */
    static boolean canRunCallsAsTasks(Slice initializeResult) {
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
        Slice otherCapabilities = ObjectEdit.without(capabilities, "tasks");
        if (!canRunCallsAsTasks(initializeResult)) {
            return otherCapabilities;
        }
        Slice extensions = ObjectEdit.objectIn(otherCapabilities, "extensions");
        return ObjectEdit.with(
                otherCapabilities,
                "extensions",
                ObjectEdit.with(extensions == null ? EMPTY_OBJECT : extensions, RequestMeta.TASKS, EMPTY_OBJECT));
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
}
