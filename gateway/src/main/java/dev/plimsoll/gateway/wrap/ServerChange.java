package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.util.List;

/**
 * Change of a server.
 *
 * @param what description for people
 * @param edits empty if the server stays unchanged
 */
record ServerChange(WrapServer server, String what, List<TextEdit> edits) {

    static ServerChange none(WrapServer wrapServer, String description) {
        return new ServerChange(wrapServer, description, List.of());
    }
}
