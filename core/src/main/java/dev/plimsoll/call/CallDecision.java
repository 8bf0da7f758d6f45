package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Decision about a tool call: the host forwards the call, or sends the answer that the engine has made. */
public sealed interface CallDecision {

    /**
     * Decision to run the tool. The host passes its result, with this {@code call}, to the engine.
     *
     * @param arguments the arguments for the upstream; the received bytes if nothing was removed
     * @param call the same call, with a digest of the arguments, the view that the caller wants, and the policies in
     *     force
     * @param isRestarted whether the call is a follow-up read that runs the tool again; the host should log a warning
     */
    record Forward(@Nullable Slice arguments, ToolCall call, boolean isRestarted) implements CallDecision {}

    /** Decision to answer without running the tool: a page of a follow-up read, or an error. */
    record Answer(Outcome outcome) implements CallDecision {}
}
