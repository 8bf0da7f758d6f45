package dev.plimsoll.model;

import java.util.Objects;

/**
 * Argument that a tool declares.
 *
 * @param description its description, or its type; may be empty
 * @param example a JSON value that its schema accepts; empty if the schema gives none
 */
public record ToolArgument(String name, String description, String example) {

    public ToolArgument {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(example, "example");
    }
}
