package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A result of {@code tools/list}, to which Plimsoll adds its own tools.
 *
 * @param tools the JSON array of tools in the result
 */
public record ToolsPage(Slice result, Slice tools) {

    private static final int MAX_NAME_BYTES = 64;

    /** Returns the page of this result; null if the result has no list of tools. */
    public static @Nullable ToolsPage of(Slice result) {
        Slice tools = Json.type(result) == JsonType.OBJECT ? Members.get(result, "tools") : null;
        return tools == null || Json.type(tools) != JsonType.ARRAY ? null : new ToolsPage(result, tools);
    }

    /** Returns whether the page lists a tool of this name. */
    public boolean hasTool(String name) {
        Elements entries = Elements.of(tools);
        while (entries.next()) {
            if (name.equals(ObjectEdit.textIn(entries.value(), "name", MAX_NAME_BYTES))) {
                return true;
            }
        }
        return false;
    }

    /** Returns a page without the tools whose names match; this page if there are none. */
    public ToolsPage without(Predicate<String> isRemoved) {
        JsonWriter remainingTools = new JsonWriter(tools.length()).beginArray();
        boolean isChanged = false;
        Elements entries = Elements.of(tools);
        while (entries.next()) {
            String name = ObjectEdit.textIn(entries.value(), "name", MAX_NAME_BYTES);
            if (name != null && isRemoved.test(name)) {
                isChanged = true;
            } else {
                remainingTools.raw(entries.value());
            }
        }
        return isChanged ? new ToolsPage(result, remainingTools.endArray().slice()) : this;
    }

    /** Returns the result with these entries of tools at the end of the page. */
    public Slice append(List<Slice> entries) {
        int length = entries.stream().mapToInt(Slice::length).sum();
        JsonWriter json = new JsonWriter(tools.length() + length + 16).beginArray();
        Elements listed = Elements.of(tools);
        while (listed.next()) {
            json.raw(listed.value());
        }
        entries.forEach(json::raw);
        return ObjectEdit.with(result, "tools", json.endArray().slice());
    }
}
