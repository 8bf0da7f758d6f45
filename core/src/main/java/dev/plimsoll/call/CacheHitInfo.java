package dev.plimsoll.call;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Origin of a result that a call got without running its tool.
 *
 * @param storedAt time at which the tool returned it
 * @param age time since then
 * @param isCoalesced whether the call waited for an equal call that was running
 * @param sourceMillis time that the tool took, in milliseconds
 */
public record CacheHitInfo(Instant storedAt, Duration age, boolean isCoalesced, long sourceMillis) {

    /** Returns the value for the client in {@code _meta}. */
    public Slice toJson() {
        JsonWriter out = new JsonWriter(96)
                .beginObject()
                .bool("hit", true)
                .number("ageSeconds", age.toSeconds())
                .string("storedAt", storedAt.truncatedTo(ChronoUnit.SECONDS).toString());
        if (isCoalesced) {
            out.bool("joined", true);
        }
        return out.endObject().slice();
    }

    /** Returns the origin and the saved time as a text, to which receipts append their reason. */
    public String receiptText() {
        String origin = isCoalesced ? "from an equal running call" : "cached " + age.toSeconds() + " s ago";
        return origin + ", " + sourceMillis + " ms saved: ";
    }
}
