package dev.plimsoll.call;

import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.model.ToolHints;
import java.util.List;
import java.util.Objects;

/**
 * Facts about a call that the host, the program around the engine, learns from the tool's listing, from
 * {@code Plimsoll.intake}, and from running the tool.
 *
 * @param hints hints that the tool declares
 * @param arguments arguments that the tool declares; empty if unknown
 * @param argumentsHash digest of the canonical arguments of the call, or empty
 * @param sourceMillis time until the server responded; 0 if unknown
 * @param isForProgram whether software, not a model, reads the result
 * @param isInner whether a program of {@code plimsoll_run} makes the call; its result goes to that program
 */
public record CallFacts(
        ToolHints hints,
        List<ToolArgument> arguments,
        String argumentsHash,
        long sourceMillis,
        boolean isForProgram,
        boolean isInner) {

    /** Facts about a call of which nothing is known. */
    static final CallFacts UNKNOWN = new CallFacts(ToolHints.UNKNOWN, List.of(), "", 0, false, false);

    public CallFacts {
        Objects.requireNonNull(hints, "hints");
        arguments = List.copyOf(arguments);
        Objects.requireNonNull(argumentsHash, "argumentsHash");
        sourceMillis = Math.max(0, sourceMillis);
    }
}
