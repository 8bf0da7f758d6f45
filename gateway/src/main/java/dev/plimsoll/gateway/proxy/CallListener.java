package dev.plimsoll.gateway.proxy;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.view.ReadArguments;

/** What goes with the call of a tool besides its answer. Answered, failed or abandoned is called in
 * the end, whatever happens. */
interface CallListener {

    /** Nothing does. */
    CallListener PLAIN = new CallListener() {};

    /** The tool has answered. */
    default GuardedResult answered(Plimsoll engine, ToolCall call, RawResult result, ReadArguments asked) {
        return engine.guard(call, result, asked);
    }

    /** There is no result. */
    default void failed() {}

    /** Nobody waits for it any more. */
    default void abandoned() {}

    /** The server asks its client something meanwhile. */
    default void asks() {}
}
