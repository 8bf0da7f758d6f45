package dev.plimsoll.call;

import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.model.ToolHints;
import java.util.List;
import java.util.Objects;

/**
 * Facts about a tool from its listing.
 *
 * @param hints hints that the tool declares
 * @param arguments arguments that the tool declares; empty if unknown
 */
public record ToolFacts(ToolHints hints, List<ToolArgument> arguments) {

    /** Facts about a tool whose listing is unknown. */
    static final ToolFacts UNKNOWN = new ToolFacts(ToolHints.UNKNOWN, List.of());

    public ToolFacts {
        Objects.requireNonNull(hints, "hints");
        arguments = List.copyOf(arguments);
    }
}
