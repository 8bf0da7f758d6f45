package dev.plimsoll.gateway.config.model;

import dev.plimsoll.stored.StoredText;

/**
 * Program that the configuration stores.
 *
 * @param text name, text, and parameters of the program
 * @param server the server whose tools the program calls by their own names; empty for the names that clients see
 * @param isExposed whether the program is listed as a tool
 */
public record StoredProgram(StoredText text, String server, boolean isExposed) {

    public String name() {
        return text.name();
    }
}
