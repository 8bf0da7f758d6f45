package dev.plimsoll.gateway.proxy;

import dev.plimsoll.schema.ListedTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The server's tools as it has listed them. A server may rename or change them: what it listed last counts. */
final class ToolTable {

    private static final int MOST = 20_000;

    private final Map<String, ListedTool> byName = new ConcurrentHashMap<>();
    private volatile boolean listed;

    void add(ListedTool tool) {
        if (byName.size() < MOST) {
            byName.put(tool.name(), tool);
        }
    }

    @Nullable ListedTool get(String name) {
        return byName.get(name);
    }

    /** All of them, in the order of their names. */
    List<ListedTool> all() {
        return byName.values().stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    /** A listing has been seen to its end. */
    void complete() {
        listed = true;
    }

    /** There may be tools that no listing has shown. */
    void changed() {
        listed = false;
    }

    boolean isComplete() {
        return listed;
    }
}
