package dev.plimsoll;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How a call got its result without its tool.
 *
 * @param storedAt when the tool gave it
 * @param joined whether the call came while an equal one was under way
 * @param sourceMillis how long the tool took
 */
record CacheHitInfo(Instant storedAt, Duration age, boolean joined, long sourceMillis) {

    /** What the client reads of it in {@code _meta}. */
    Slice mark() {
        ByteSink out = new ByteSink(96).ascii("{\"hit\":true,\"ageSeconds\":").number(age.toSeconds());
        out.ascii(",\"storedAt\":")
                .string(storedAt.truncatedTo(ChronoUnit.SECONDS).toString());
        return out.ascii(joined ? ",\"joined\":true}" : "}").slice();
    }

    /** The same for records. */
    String words() {
        String how = joined ? "with an equal call under way" : "cached " + age.toSeconds() + " s ago";
        return how + ", " + sourceMillis + " ms saved: ";
    }
}
