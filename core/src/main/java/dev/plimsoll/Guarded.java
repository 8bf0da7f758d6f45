package dev.plimsoll;

import dev.plimsoll.json.Pieces;
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
public record Guarded(
        Pieces pieces, Receipt receipt, @Nullable Question question) {

    Guarded(Slice result, Receipt receipt) {
        this(Pieces.of(result), receipt, null);
    }

    /** The result object to send, in one place. */
    public Slice result() {
        return pieces.joined();
    }
}
