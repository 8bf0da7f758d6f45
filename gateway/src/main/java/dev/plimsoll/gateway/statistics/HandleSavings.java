package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.JsonWriter;
import java.util.Locale;

/**
 * Values that Plimsoll copied from earlier results into arguments of calls, because a model wrote a handle in their
 * place. They are not part of {@link Savings}: {@code Savings} compares results with their answers, while these are
 * tokens that a model did not have to write.
 *
 * @param calls number of calls with handles
 * @param values number of handles that were replaced
 * @param bytes length of the values that replaced them
 * @param tokens tokens of these values
 */
public record HandleSavings(long calls, long values, long bytes, long tokens) {

    public static HandleSavings of(RequestSums requestSums) {
        return new HandleSavings(
                requestSums.count(RequestCounter.HANDLE_CALLS),
                requestSums.count(RequestCounter.HANDLES),
                requestSums.count(RequestCounter.HANDLE_BYTES),
                requestSums.count(RequestCounter.HANDLE_TOKENS));
    }

    /** Writes a member {@code handles}; nothing if there are no such calls. */
    public void writeMember(JsonWriter json) {
        if (calls > 0) {
            json.beginObject("handles").number("calls", calls).number("values", values);
            json.number("bytes", bytes).number("tokens", tokens).endObject();
        }
    }

    /** Returns a sentence for people; empty if there are no such calls. */
    public String sentence() {
        return calls == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "Handles: %,d %s took %,d %s of earlier results, about %,d tokens that no model wrote; the net savings"
                                + " do not include them.",
                        calls,
                        calls == 1 ? "call" : "calls",
                        values,
                        values == 1 ? "value" : "values",
                        tokens);
    }
}
