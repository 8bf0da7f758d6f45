package dev.plimsoll.gateway.proxy;

import dev.plimsoll.schema.ListedTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tools that the server has listed. If the server changes a tool, the latest listing applies. */
final class ToolTable {

    private static final int MAX_TOOLS = 20_000;

    private final Map<String, ListedTool> byName = new ConcurrentHashMap<>();
    private volatile boolean complete;

    void add(ListedTool tool) {
        if (byName.size() < MAX_TOOLS) {
            byName.put(tool.name(), tool);
        }
    }

    @Nullable ListedTool find(String name) {
        return byName.get(name);
    }

    /** Returns all tools, in the order of their names. */
    List<ListedTool> all() {
        return byName.values().stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    /** Records that all pages of a listing have been read. */
    void markComplete() {
        complete = true;
    }

    /** Records that the server may have unlisted tools. */
    void markIncomplete() {
        complete = false;
    }

    boolean isComplete() {
        return complete;
    }
}
