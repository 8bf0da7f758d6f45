package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.view.ReadArguments;
import org.jspecify.annotations.Nullable;

/** Decision about a tool call: the host forwards it, or sends an answer that exists already. */
public sealed interface CallDecision {

    /**
     * Runs the tool. The host passes its result, with this {@code call} and {@code readArguments}, to
     * {@link Plimsoll#guard(ToolCall, Slice, ReadArguments)}.
     *
     * @param arguments the arguments for the upstream; the received bytes if nothing was removed
     * @param readArguments the view of the new result that the caller wants
     * @param call the same call, with a digest of the arguments
     * @param restarted whether the call was a follow-up read and runs the tool again instead; worth a warning in a log
     */
    record Forward(@Nullable Slice arguments, ReadArguments readArguments, ToolCall call, boolean restarted)
            implements CallDecision {}

    /** Answers without running the tool: a page of a follow-up read, or an error. */
    record Answer(GuardedResult guarded) implements CallDecision {}
}
