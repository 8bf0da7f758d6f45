package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.List;

/**
 * Change of a server in a configuration file.
 *
 * @param description description for people
 * @param edits empty if the server stays unchanged
 * @param secrets values that must be masked when the change is printed
 */
record ServerChange(WrapServer server, String description, List<TextEdit> edits, List<SyntaxNode> secrets) {

    ServerChange(WrapServer server, String description, List<TextEdit> edits) {
        this(server, description, edits, List.of());
    }

    static ServerChange unchanged(WrapServer wrapServer, String description) {
        return new ServerChange(wrapServer, description, List.of());
    }
}
