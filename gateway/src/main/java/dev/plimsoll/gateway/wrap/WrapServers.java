package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the server lists under the names that clients use. A file may have several. */
final class WrapServers {

    private static final String ANY = "*";

    /** A list whose servers have a type; other members with this name contain lists. */
    private static final String TYPED_LIST = "mcp";

    private static final List<List<String>> LIST_PATHS = List.of(
            // most clients; the second is Claude Code's list for a project
            List.of("mcpServers"),
            List.of("projects", ANY, "mcpServers"),
            // VS Code: mcp.json, settings.json, *.code-workspace
            List.of("servers"),
            List.of("mcp", "servers"),
            List.of("settings", "mcp", "servers"),
            // Zed, Amp
            List.of("context_servers"),
            List.of("amp.mcpServers"),
            // OpenCode, Crush
            List.of(TYPED_LIST));

    private WrapServers() {}

    /** Returns the searched names, for people. */
    static String searchedPaths() {
        return LIST_PATHS.stream().map(names -> String.join(".", names)).collect(Collectors.joining(", "));
    }

    /** Returns the servers in the order of the names above, then of the file. */
    static List<WrapServer> findAll(JsoncNode document) {
        List<WrapServer> found = new ArrayList<>();
        for (List<String> path : LIST_PATHS) {
            for (ScopedNode scopedNode : resolve(List.of(new ScopedNode("", document)), path)) {
                for (JsoncMember server : scopedNode.node().members()) {
                    if (!path.equals(List.of(TYPED_LIST)) || hasType(server.value())) {
                        found.add(new WrapServer(server.name(), scopedNode.scope(), server.value()));
                    }
                }
            }
        }
        return found;
    }

    private static boolean hasType(JsoncNode server) {
        JsoncMember type = server.member("type");
        return type != null && type.value().is(Kind.STRING);
    }

    private static List<ScopedNode> resolve(List<ScopedNode> scopedNodes, List<String> names) {
        List<ScopedNode> matches = scopedNodes;
        for (String name : names) {
            matches = matches.stream()
                    .flatMap(scopedNode -> scopedNode.children(name).stream())
                    .toList();
        }
        return matches;
    }

    private record ScopedNode(String scope, JsoncNode node) {

        List<ScopedNode> children(String name) {
            return node.members().stream()
                    .filter(jsoncMember ->
                            name.equals(ANY) || jsoncMember.name().equals(name))
                    .filter(jsoncMember -> jsoncMember.value().is(Kind.OBJECT))
                    .map(jsoncMember ->
                            new ScopedNode(name.equals(ANY) ? jsoncMember.name() : scope, jsoncMember.value()))
                    .toList();
        }
    }
}
