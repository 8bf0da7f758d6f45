package dev.plimsoll.gateway.headers;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Table of the tool arguments that HTTP headers must repeat. The schemas of tools declare them with {@code
 * x-mcp-header}. The latest listing of a tool applies.
 */
public final class MirrorTable {

    private static final String DECLARATION = "x-mcp-header";
    private static final String PREFIX = "Mcp-Param-";
    private static final int MAX_TOOLS = 20_000;
    private static final int MAX_ARGUMENTS = 64;
    private static final int MAX_DEPTH = 32;

    private final Map<String, List<MirroredArgument>> argumentsByTool = new ConcurrentHashMap<>();

    private record SchemaNode(Slice schema, List<String> path) {}

    /** Adds the declarations of a result of {@code tools/list}. */
    public void update(Slice result) {
        if (argumentsByTool.isEmpty() && !result.utf8().contains(DECLARATION)) {
            return;
        }
        Slice tools = ObjectEdit.valueIn(result, "tools");
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return;
        }
        ItemIndex items = ItemIndex.of(tools);
        for (int i = 0; i < items.count(); i++) {
            String name = ObjectEdit.textIn(items.item(i), "name", 1024);
            Slice schema = ObjectEdit.valueIn(items.item(i), "inputSchema");
            List<MirroredArgument> arguments = schema == null ? List.of() : findArguments(schema);
            if (name != null && arguments.isEmpty()) {
                argumentsByTool.remove(name);
            } else if (name != null && (argumentsByTool.size() < MAX_TOOLS || argumentsByTool.containsKey(name))) {
                argumentsByTool.put(name, arguments);
            }
        }
    }

    /** Returns whether no tool has such arguments. This is the usual case. */
    public boolean isEmpty() {
        return argumentsByTool.isEmpty();
    }

    /** Returns the arguments of a tool; empty if none are known. */
    public List<MirroredArgument> argumentsOf(String tool) {
        return argumentsByTool.getOrDefault(tool, List.of());
    }

    private static List<MirroredArgument> findArguments(Slice schema) {
        if (!schema.utf8().contains(DECLARATION)) {
            return List.of();
        }
        List<MirroredArgument> found = new ArrayList<>();
        Deque<SchemaNode> pending = new ArrayDeque<>(List.of(new SchemaNode(schema, List.of())));
        while (!pending.isEmpty() && found.size() < MAX_ARGUMENTS) {
            SchemaNode node = pending.remove();
            String name = ObjectEdit.textIn(node.schema, DECLARATION, 256);
            if (name != null && !node.path.isEmpty() && name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
                found.add(new MirroredArgument(node.path, PREFIX + name));
            }
            Slice properties = ObjectEdit.valueIn(node.schema, "properties");
            if (properties != null && Json.type(properties) == JsonType.OBJECT && node.path.size() < MAX_DEPTH) {
                Members members = Members.of(properties);
                while (members.next()) {
                    List<String> path = new ArrayList<>(node.path);
                    path.add(members.keyText());
                    if (Json.type(members.value()) == JsonType.OBJECT) {
                        pending.add(new SchemaNode(members.value(), path));
                    }
                }
            }
        }
        return found.stream()
                .filter(argument -> hasUniqueHeader(argument, found))
                .toList();
    }

    /** Returns whether no other argument uses the same header. */
    private static boolean hasUniqueHeader(MirroredArgument argument, List<MirroredArgument> all) {
        String header = argument.header().toLowerCase(Locale.ROOT);
        return all.stream()
                        .filter(other -> other.header().toLowerCase(Locale.ROOT).equals(header))
                        .count()
                == 1;
    }
}
