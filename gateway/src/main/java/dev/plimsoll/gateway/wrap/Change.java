package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.Edit;
import java.util.List;

/**
 * What becomes of a server.
 *
 * @param what for people
 * @param edits none if the server stays as it is
 */
record Change(Server server, String what, List<Edit> edits) {

    static Change none(Server server, String why) {
        return new Change(server, why, List.of());
    }
}
