package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * Result that the gateway returns without the server.
 *
 * @param receipt the receipt; null if the engine did not create the result
 */
public record LocalResult(Slice result, @Nullable Receipt receipt) {

    public static LocalResult of(Outcome outcome) {
        return new LocalResult(outcome.result(), outcome.receipt());
    }

    public static LocalResult of(Slice result) {
        return new LocalResult(result, null);
    }
}
