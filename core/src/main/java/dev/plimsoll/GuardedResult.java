package dev.plimsoll;

import dev.plimsoll.json.TextPieces;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * What the client gets, and what happened.
 *
 * @param pieces the result object to send
 * @param receipt the same receipt that the listener got
 * @param question what its user may be asked first, where the call's client asks; else null
 */
public record GuardedResult(
        TextPieces pieces, Receipt receipt, @Nullable ElicitationRequest question) {

    GuardedResult(Slice result, Receipt receipt) {
        this(TextPieces.of(result), receipt, null);
    }

    /** The result object to send, in one place. */
    public Slice result() {
        return pieces.joined();
    }
}
