package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the server lists under the names that clients use. A file may have several. */
final class WrapServers {

    private static final String ANY = "*";

    private static final List<ListPlace> PLACES = List.of(
            // most clients; the second is Claude Code's list for a project
            ListPlace.of("mcpServers"),
            ListPlace.of("projects", ANY, "mcpServers"),
            // VS Code: mcp.json, settings.json, *.code-workspace
            ListPlace.of("servers"),
            ListPlace.of("mcp", "servers"),
            ListPlace.of("settings", "mcp", "servers"),
            // Zed, Amp
            ListPlace.of("context_servers"),
            ListPlace.of("amp.mcpServers"),
            // OpenCode, Crush; other members with this name contain lists
            new ListPlace(List.of("mcp"), true, EntryNames.COMMON),
            new ListPlace(List.of("mcp_servers"), false, EntryNames.CODEX),
            new ListPlace(List.of("extensions"), true, EntryNames.GOOSE));

    /**
     * A place of a server list.
     *
     * @param isTyped whether only members with a type are servers
     */
    private record ListPlace(List<String> path, boolean isTyped, EntryNames names) {

        static ListPlace of(String... path) {
            return new ListPlace(List.of(path), false, EntryNames.COMMON);
        }
    }

    private WrapServers() {}

    /** Returns the searched names, for people. */
    static String searchedPaths() {
        return PLACES.stream().map(place -> String.join(".", place.path())).collect(Collectors.joining(", "));
    }

    /** Returns the servers in the order of the names above, then of the file. */
    static List<WrapServer> findAll(SyntaxNode document) {
        List<WrapServer> found = new ArrayList<>();
        for (ListPlace place : PLACES) {
            for (ScopedNode scopedNode : resolve(List.of(new ScopedNode("", document)), place.path())) {
                addServers(scopedNode, place, found);
            }
        }
        return found;
    }

    private static void addServers(ScopedNode list, ListPlace place, List<WrapServer> found) {
        for (SyntaxMember server : list.node().members()) {
            if (!place.isTyped() || hasString(server.value(), "type")) {
                found.add(new WrapServer(server.name(), list.scope(), server.value(), namesFor(place, server.value())));
            }
        }
        if (!place.path().getLast().equals("mcpServers")) {
            return;
        }
        // Continue has a list of servers with names
        for (SyntaxNode server : list.node().items()) {
            SyntaxMember name = server.member("name");
            if (name != null && name.value().is(Kind.STRING)) {
                found.add(new WrapServer(name.value().text(), list.scope(), server, place.names()));
            }
        }
    }

    private static EntryNames namesFor(ListPlace place, SyntaxNode server) {
        SyntaxMember type = place.isTyped() ? server.member("type") : null;
        String typeName = type == null ? "" : type.value().text();
        return typeName.equals("local") || typeName.equals("remote") ? EntryNames.OPENCODE : place.names();
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
