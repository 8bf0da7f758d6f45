package dev.plimsoll.gateway.era.form;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** The parts of messages about tasks that 2025-11-25 and the tasks extension of 2026-07-28 have in common. */
public final class TaskMessages {

    private static final int MAX_ID_BYTES = 1_024;

    private TaskMessages() {}

    /** Returns the id of a task, from the task or from parameters that name it; null if there is none. */
    public static @Nullable String findId(@Nullable Slice paramsOrTask) {
        return ObjectEdit.textIn(paramsOrTask, "taskId", MAX_ID_BYTES);
    }

    /** Returns the status of a task. */
    public static String status(Slice task) {
        return String.valueOf(ObjectEdit.textIn(task, "status", 64));
    }

    /** Returns the parameters of a request about a task. */
    public static Slice params(String taskId) {
        return new JsonWriter()
                .beginObject()
                .string("taskId", taskId)
                .endObject()
                .slice();
    }
}
