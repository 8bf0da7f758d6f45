package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;

/** Takes part in one tool call. Each call ends with {@code guard}, {@code onFailure}, or {@code onCancelled}. */
public interface CallListener {

    /** A listener that does nothing. */
    CallListener NO_OP = new CallListener() {};

    /** Guards the result that the tool returned, by default without doing anything else. */
    default Outcome guard(Plimsoll engine, ToolCall call, RawResult result) {
        return engine.guard(call, result);
    }

    /** Called when the call ends without a result. */
    default void onFailure() {}

    /** Called when the client no longer waits for the call. */
    default void onCancelled() {}

    /** Called when the server sends an input request during the call. */
    default void onInputRequest() {}
}
