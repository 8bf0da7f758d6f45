package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.telemetry.ReplacedHandles;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a call that the host gets from the tool's listing, from {@code Plimsoll.classify}, and from running the
 * tool. The host is the program that uses the engine.
 *
 * @param hints hints that the tool declares
 * @param arguments arguments that the tool declares; empty if unknown
 * @param argumentsHash digest of the canonical arguments of the call, or empty
 * @param sourceMillis response time of the server in milliseconds; 0 if unknown
 * @param isForProgram whether a program, not a model, reads the result
 * @param isInner whether Plimsoll makes the call itself, for a program or to collect pages; no client gets its result
 * @param sentArguments arguments as the server gets them; null if unknown
 * @param collected pages of the server that the result was joined from; null for the result of one call
 * @param handles values that replaced handles in the arguments
 */
public record CallFacts(
        ToolHints hints,
        List<ToolArgument> arguments,
        String argumentsHash,
        long sourceMillis,
        boolean isForProgram,
        boolean isInner,
        @Nullable Slice sentArguments,
        @Nullable CollectedPages collected,
        ReplacedHandles handles) {

    /** No facts: nothing is known about the call. */
    public static final CallFacts UNKNOWN =
            new CallFacts(ToolHints.UNKNOWN, List.of(), "", 0, false, false, null, null, ReplacedHandles.NONE);

    public CallFacts {
        Objects.requireNonNull(hints, "hints");
        arguments = List.copyOf(arguments);
        Objects.requireNonNull(argumentsHash, "argumentsHash");
        Objects.requireNonNull(handles, "handles");
        sourceMillis = Math.max(0, sourceMillis);
    }

    CallFacts withHints(ToolHints newHints) {
        return new CallFacts(
                newHints,
                arguments,
                argumentsHash,
                sourceMillis,
                isForProgram,
                isInner,
                sentArguments,
                collected,
                handles);
    }

    CallFacts withArguments(List<ToolArgument> newArguments) {
        return new CallFacts(
                hints,
                newArguments,
                argumentsHash,
                sourceMillis,
                isForProgram,
                isInner,
                sentArguments,
                collected,
                handles);
    }

    CallFacts withArgumentsHash(String newArgumentsHash) {
        return new CallFacts(
                hints,
                arguments,
                newArgumentsHash,
                sourceMillis,
                isForProgram,
                isInner,
                sentArguments,
                collected,
                handles);
    }

    CallFacts withSourceMillis(long newSourceMillis) {
        return new CallFacts(
                hints,
                arguments,
                argumentsHash,
                newSourceMillis,
                isForProgram,
                isInner,
                sentArguments,
                collected,
                handles);
    }

    CallFacts withReader(boolean isForProgramReader, boolean isInnerCall) {
        return new CallFacts(
                hints,
                arguments,
                argumentsHash,
                sourceMillis,
                isForProgramReader,
                isInnerCall,
                sentArguments,
                collected,
                handles);
    }

    CallFacts withSentArguments(@Nullable Slice newSentArguments) {
        return new CallFacts(
                hints,
                arguments,
                argumentsHash,
                sourceMillis,
                isForProgram,
                isInner,
                newSentArguments,
                collected,
                handles);
    }

    CallFacts withCollected(CollectedPages newCollected) {
        return new CallFacts(
                hints,
                arguments,
                argumentsHash,
                sourceMillis,
                isForProgram,
                isInner,
                sentArguments,
                newCollected,
                handles);
    }

    CallFacts withHandles(ReplacedHandles newHandles) {
        return new CallFacts(
                hints,
                arguments,
                argumentsHash,
                sourceMillis,
                isForProgram,
                isInner,
                sentArguments,
                collected,
                newHandles);
    }
}
