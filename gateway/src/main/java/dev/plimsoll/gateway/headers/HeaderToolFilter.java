package dev.plimsoll.gateway.headers;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Removes from listings the tools with invalid header declarations ({@code x-mcp-header}), because
 * revision 2026-07-28 forbids clients to call such tools over HTTP.
 */
public final class HeaderToolFilter {

    private static final String DECLARATION = "x-mcp-header";
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final int MAX_DEPTH = 32;

    private record SchemaNode(Slice schema, int depth) {}

    private HeaderToolFilter() {}

    /** Returns a result of {@code tools/list} without these tools; the same slice if there are none. */
    public static Slice filter(Slice result) {
        Slice tools = result.utf8().contains(DECLARATION) ? ObjectEdit.valueIn(result, "tools") : null;
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return result;
        }
        ItemIndex items = ItemIndex.of(tools);
        JsonWriter validTools = new JsonWriter(tools.length()).beginArray();
        boolean hasInvalidTool = false;
        for (int i = 0; i < items.count(); i++) {
            if (isValid(items.item(i))) {
                validTools.raw(items.item(i));
            } else {
                hasInvalidTool = true;
            }
        }
        return hasInvalidTool
                ? ObjectEdit.with(result, "tools", validTools.endArray().slice())
                : result;
    }

    private static boolean isValid(Slice tool) {
        Slice root = ObjectEdit.valueIn(tool, "inputSchema");
        if (root == null) {
            return true;
        }
        Set<String> names = new HashSet<>();
        Deque<SchemaNode> pending = new ArrayDeque<>();
        addProperties(new SchemaNode(root, 0), pending);
        while (!pending.isEmpty()) {
            SchemaNode node = pending.remove();
            if (!hasValidDeclaration(node.schema, names)) {
                return false;
            }
            addProperties(node, pending);
        }
        return true;
    }

    private static void addProperties(SchemaNode node, Deque<SchemaNode> pending) {
        Slice properties = ObjectEdit.objectIn(node.schema, "properties");
        if (properties == null || node.depth >= MAX_DEPTH) {
            return;
        }
        Members members = Members.of(properties);
        while (members.next()) {
            pending.add(new SchemaNode(members.value(), node.depth + 1));
        }
    }

    /**
     * Returns whether a property has no header declaration, or a valid one.
     *
     * @param names names of the headers that earlier properties declare; the property's header is added
     */
    private static boolean hasValidDeclaration(Slice schema, Set<String> names) {
        if (ObjectEdit.valueIn(schema, DECLARATION) == null) {
            return true;
        }
        String name = ObjectEdit.textIn(schema, DECLARATION, 256);
        String type = ObjectEdit.textIn(schema, "type", 32);
        return name != null
                && name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
                // a schema without "type" may restrict its type in another way, such as "anyOf": it is
                // accepted
                && (type == null || TYPES.contains(type))
                && names.add(name.toLowerCase(Locale.ROOT));
    }
}
