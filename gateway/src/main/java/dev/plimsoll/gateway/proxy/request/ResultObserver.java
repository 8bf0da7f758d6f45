package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;

/** Sees the results of tools as servers return them, before they are shaped. */
@FunctionalInterface
public interface ResultObserver {

    /** An observer that ignores all results. */
    ResultObserver NONE = (caller, call, result) -> {};

    /**
     * Observes the result of a call, before its answer is sent.
     *
     * @param caller the caller who made the call
     * @param call the call, with the arguments as the server got them
     * @param result the result, which must not be used after this method returns
     */
    void onResult(CallerContext caller, ToolCall call, Slice result);
}
