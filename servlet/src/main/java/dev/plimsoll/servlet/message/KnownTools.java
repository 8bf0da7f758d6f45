package dev.plimsoll.servlet.message;

import dev.plimsoll.schema.ListedTool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tools that the server has listed. Thread-safe. */
final class KnownTools {

    private static final int MAX_TOOLS = 10_000;

    private final Map<String, ListedTool> byName = new ConcurrentHashMap<>();

    void add(ListedTool tool) {
        if (byName.size() < MAX_TOOLS || byName.containsKey(tool.name())) {
            byName.put(tool.name(), tool);
        }
    }

    @Nullable ListedTool find(String name) {
        return byName.get(name);
    }
}
