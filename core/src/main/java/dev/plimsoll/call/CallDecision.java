package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Decision about a tool call: the host forwards it, or sends an answer that exists already. */
public sealed interface CallDecision {

    /**
     * Decision to run the tool. The host passes its result, with this {@code call}, to the engine.
     *
     * @param arguments the arguments for the upstream; the received bytes if nothing was removed
     * @param call the same call, with a digest of the arguments, the view that the caller wants, and the policies in force
     * @param isRestarted whether the call was a follow-up read and runs the tool again instead; worth a warning in a log
     */
    record Forward(@Nullable Slice arguments, ToolCall call, boolean isRestarted) implements CallDecision {}

    /** Decision to answer without running the tool: a page of a follow-up read, or an error. */
    record Answer(Outcome outcome) implements CallDecision {}
}
