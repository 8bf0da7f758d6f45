package dev.plimsoll.model;

import java.util.Objects;

/**
 * One argument that a tool declares.
 *
 * @param about what its description says, or its type; may be empty
 * @param example a JSON value that it takes, as its schema tells; empty when it does not
 */
public record ToolArgument(String name, String about, String example) {

    public ToolArgument {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(example, "example");
    }
}
