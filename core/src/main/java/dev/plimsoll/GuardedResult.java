package dev.plimsoll;

import dev.plimsoll.json.SegmentedText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * Answer for the client, with its receipt.
 *
 * @param pieces the result object to send
 * @param receipt the same receipt that the listener got
 * @param elicitation the question to the user before the answer, if the client supports that; else null
 */
public record GuardedResult(
        SegmentedText pieces, Receipt receipt, @Nullable ElicitationRequest elicitation) {

    GuardedResult(Slice result, Receipt receipt) {
        this(SegmentedText.of(result), receipt, null);
    }

    /** Returns the result object to send as one slice. */
    public Slice result() {
        return pieces.joined();
    }
}
