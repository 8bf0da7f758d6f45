package dev.plimsoll.gateway.pin;

import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Creates listing entries of tools for tests. */
@NullMarked
final class PinTools {

    static final JsonMapper JSON = JsonMapper.shared();

    private PinTools() {}

    static ListedTool tool(String name, String description) {
        return ListedTool.of(Slice.of(entry(name, description).toString()));
    }

    static ObjectNode entry(String name, String description) {
        ObjectNode entry = JSON.createObjectNode();
        entry.put("name", name).put("description", description);
        entry.putObject("inputSchema").put("type", "object");
        return entry;
    }

    static PinnedEntry pinned(String name, String description) {
        return PinnedEntry.of(Slice.of(entry(name, description).toString()), Instant.EPOCH);
    }
}
