package dev.plimsoll.call;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Origin of a result that a call got without running its tool.
 *
 * @param storedAt when the tool returned it
 * @param joined whether the call waited for an equal call that was running
 * @param sourceMillis how long the tool took
 */
public record CacheHitInfo(Instant storedAt, Duration age, boolean joined, long sourceMillis) {

    /** Returns the value for the client in {@code _meta}. */
    public Slice toJson() {
        ByteSink out = new ByteSink(96).ascii("{\"hit\":true,\"ageSeconds\":").number(age.toSeconds());
        out.ascii(",\"storedAt\":")
                .string(storedAt.truncatedTo(ChronoUnit.SECONDS).toString());
        return out.ascii(joined ? ",\"joined\":true}" : "}").slice();
    }

    /** Returns the same facts as text for receipts. */
    public String receiptText() {
        String origin = joined ? "from an equal running call" : "cached " + age.toSeconds() + " s ago";
        return origin + ", " + sourceMillis + " ms saved: ";
    }
}
