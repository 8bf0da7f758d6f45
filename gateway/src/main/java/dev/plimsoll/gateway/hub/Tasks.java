package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which server made which task. The oldest are forgotten first. */
final class Tasks {

    private static final int MOST = 10_000;
    private static final int LONGEST_ID = 1024;

    private final Map<Key, Task> byShown = new LinkedHashMap<>();
    private final Map<Key, String> byReal = new LinkedHashMap<>();

    /** Ids of one caller mean nothing for another; {@code server} is -1 for an id as clients see it. */
    private record Key(String caller, int server, String id) {}

    /**
     * A task.
     *
     * @param id as its server has it
     */
    record Task(int server, String id) {}

    /** The id for the client: the server's own, unless another server has used it. */
    synchronized String add(Spoke spoke, String id) {
        String caller = spoke.talk().caller().subject();
        Key real = new Key(caller, spoke.index(), id);
        String known = byReal.get(real);
        if (known != null) {
            return known;
        }
        String shown = id;
        for (int again = 1; byShown.containsKey(new Key(caller, -1, shown)); again++) {
            shown = id + "~" + spoke.name() + (again == 1 ? "" : again);
        }
        byReal.put(real, shown);
        byShown.put(new Key(caller, -1, shown), new Task(spoke.index(), id));
        if (byReal.size() > MOST) {
            Key oldest = byReal.keySet().iterator().next();
            byShown.remove(new Key(oldest.caller, -1, String.valueOf(byReal.remove(oldest))));
        }
        return shown;
    }

    synchronized @Nullable Task get(String caller, String shown) {
        return byShown.get(new Key(caller, -1, shown));
    }

    /** A task, or what holds one, as the client sees it; the very same where its id stays. */
    Slice shown(Spoke spoke, Slice value) {
        if (Json.type(value) != JsonType.OBJECT) {
            return value;
        }
        String id = ObjectEdit.textIn(value, "taskId", LONGEST_ID);
        if (id != null) {
            String shown = add(spoke, id);
            return shown.equals(id)
                    ? value
                    : ObjectEdit.with(
                            value, "taskId", new ByteSink().string(shown).slice());
        }
        Slice task = ObjectEdit.objectIn(value, "task");
        Slice changed = task == null ? null : shown(spoke, task);
        return task == null || changed == null || changed.isSameRange(task)
                ? value
                : ObjectEdit.with(value, "task", changed);
    }

    /** A notification of how a task does. */
    Slice shown(Spoke spoke, Talk talk, Message notification) {
        Slice params = notification.params();
        Slice changed = params == null ? null : shown(spoke, params);
        return params == null || changed == null || changed.isSameRange(params)
                ? notification.bytes()
                : Message.notification(String.valueOf(notification.method()), changed);
    }
}
