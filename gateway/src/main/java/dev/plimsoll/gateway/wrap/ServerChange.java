package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.util.List;

/**
 * Change of a server.
 *
 * @param description description for people
 * @param edits empty if the server stays unchanged
 */
record ServerChange(WrapServer server, String description, List<TextEdit> edits) {

    static ServerChange unchanged(WrapServer wrapServer, String description) {
        return new ServerChange(wrapServer, description, List.of());
    }
}
