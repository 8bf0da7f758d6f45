package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the server lists of a file, under the names that clients use. */
final class WrapServers {

    private static final String ANY = "*";

    private static final List<ServerListPath> LISTS = List.of(
            // most clients; the second is Claude Code's list for a project
            ServerListPath.of("mcpServers"),
            ServerListPath.of("projects", ANY, "mcpServers"),
            // VS Code: mcp.json, settings.json, *.code-workspace
            ServerListPath.of("servers"),
            ServerListPath.of("mcp", "servers"),
            ServerListPath.of("settings", "mcp", "servers"),
            // Zed, Amp
            ServerListPath.of("context_servers"),
            ServerListPath.of("amp.mcpServers"),
            // OpenCode, Crush; in files of other clients, a member with this name contains server lists
            new ServerListPath(List.of("mcp"), true, EntryNames.COMMON),
            new ServerListPath(List.of("mcp_servers"), false, EntryNames.CODEX),
            new ServerListPath(List.of("extensions"), true, EntryNames.GOOSE));

    /**
     * Path of a server list in a file.
     *
     * @param isTyped whether only members with {@code type} are servers
     */
    private record ServerListPath(List<String> path, boolean isTyped, EntryNames names) {

        static ServerListPath of(String... path) {
            return new ServerListPath(List.of(path), false, EntryNames.COMMON);
        }
    }

    private WrapServers() {}

    /** Returns the paths of all searched lists, for people. */
    static String searchedPaths() {
        return LISTS.stream().map(list -> String.join(".", list.path())).collect(Collectors.joining(", "));
    }

    /** Returns all servers, in the order of the searched lists and, within a list, of the file. */
    static List<WrapServer> findAll(SyntaxNode document) {
        List<WrapServer> servers = new ArrayList<>();
        for (ServerListPath list : LISTS) {
            for (ScopedNode scopedNode : resolve(List.of(new ScopedNode("", document)), list.path())) {
                addServers(scopedNode, list, servers);
            }
        }
        return servers;
    }

    private static void addServers(ScopedNode scopedList, ServerListPath list, List<WrapServer> found) {
        for (SyntaxMember server : scopedList.node().members()) {
            if (!list.isTyped() || hasString(server.value(), "type")) {
                found.add(new WrapServer(
                        server.name(), scopedList.scope(), server.value(), namesFor(list, server.value())));
            }
        }
        if (!list.path().getLast().equals("mcpServers")) {
            return;
        }
        // Continue has an array of servers, each with a member for its name
        for (SyntaxNode server : scopedList.node().items()) {
            SyntaxMember name = server.member("name");
            if (name != null && name.value().is(Kind.STRING)) {
                found.add(new WrapServer(name.value().text(), scopedList.scope(), server, list.names()));
            }
        }
    }

    private static EntryNames namesFor(ServerListPath list, SyntaxNode server) {
        SyntaxMember type = list.isTyped() ? server.member("type") : null;
        String typeName = type == null ? "" : type.value().text();
        return typeName.equals("local") || typeName.equals("remote") ? EntryNames.OPENCODE : list.names();
    }

    private static boolean hasString(SyntaxNode server, String name) {
        SyntaxMember member = server.member(name);
        return member != null && member.value().is(Kind.STRING);
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

    private record ScopedNode(String scope, SyntaxNode node) {

        List<ScopedNode> children(String name) {
            return node.members().stream()
                    .filter(syntaxMember ->
                            name.equals(ANY) || syntaxMember.name().equals(name))
                    .filter(syntaxMember -> syntaxMember.value().isContainer())
                    .map(syntaxMember ->
                            new ScopedNode(name.equals(ANY) ? syntaxMember.name() : scope, syntaxMember.value()))
                    .toList();
        }
    }
}
