package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.schema.ListedTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tools that the server has listed, by their names. The latest listing of a tool applies. */
public final class ToolTable {

    private static final int MAX_TOOLS = 20_000;

    private final Map<String, ListedTool> byName = new ConcurrentHashMap<>();
    private volatile boolean isComplete;

    public void add(ListedTool tool) {
        if (byName.size() < MAX_TOOLS || byName.containsKey(tool.name())) {
            byName.put(tool.name(), tool);
        }
    }

    public @Nullable ListedTool find(String name) {
        return byName.get(name);
    }

    /** Returns all tools, in the order of their names. */
    public List<ListedTool> all() {
        return byName.values().stream()
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .toList();
    }

    /** Records that all pages of a listing have been read. */
    public void markComplete() {
        isComplete = true;
    }

    /** Records that the server may have tools that were not listed yet. */
    public void markIncomplete() {
        isComplete = false;
    }

    public boolean isComplete() {
        return isComplete;
    }
}
