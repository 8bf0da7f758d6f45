package dev.plimsoll.query.warning;

import java.util.List;

/**
 * Truncation of a list by the server.
 *
 * @param sentence sentence about it, for a warning
 * @param path names of the members that lead from the document to the truncated list
 */
public record ServerTruncation(String sentence, List<String> path) {

    public ServerTruncation {
        path = List.copyOf(path);
    }
}
