package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.util.List;

/**
 * What becomes of a server.
 *
 * @param what for people
 * @param edits none if the server stays as it is
 */
record ServerChange(WrapServer server, String what, List<TextEdit> edits) {

    static ServerChange none(WrapServer wrapServer, String why) {
        return new ServerChange(wrapServer, why, List.of());
    }
}
