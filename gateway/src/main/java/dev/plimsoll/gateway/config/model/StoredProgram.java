package dev.plimsoll.gateway.config.model;

import dev.plimsoll.stored.StoredText;

/**
 * Program that the configuration stores.
 *
 * @param text its name, text, and parameters
 * @param server the server whose tools it calls by their own names; empty for the names that clients see
 * @param isExposed whether it is a tool of its own
 */
public record StoredProgram(StoredText text, String server, boolean isExposed) {

    public String name() {
        return text.name();
    }
}
