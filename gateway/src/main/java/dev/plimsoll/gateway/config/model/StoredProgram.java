package dev.plimsoll.gateway.config.model;

import dev.plimsoll.stored.StoredText;

/**
 * Program that the configuration stores.
 *
 * @param text the program itself, with its name and its parameters
 * @param server the server whose tools the program may also call by their own names; empty if it uses only the names
 *     that clients see
 * @param isExposed whether the program is listed as a tool
 */
public record StoredProgram(StoredText text, String server, boolean isExposed) {

    public String name() {
        return text.name();
    }
}
