package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.view.ReadArguments;
import org.jspecify.annotations.Nullable;

/** What a host does with a tool call: send it on, or send the answer that is there already. */
public sealed interface CallDecision {

    /**
     * The tool runs. Its result goes to {@link Plimsoll#guard(ToolCall, Slice, ReadArguments)} with the call and the
     * arguments asked that stand here.
     *
     * @param arguments what the upstream gets: the very bytes that came when nothing was taken out of them
     * @param asked how the caller wants to see the fresh result
     * @param call the same call, with a digest of the arguments
     * @param restarted whether it was meant to read on and runs again instead; worth a warning in a log
     */
    record Forward(@Nullable Slice arguments, ReadArguments asked, ToolCall call, boolean restarted)
            implements CallDecision {}

    /** The tool does not run: this is its answer, a reading or a complaint. */
    record Answer(GuardedResult guarded) implements CallDecision {}
}
