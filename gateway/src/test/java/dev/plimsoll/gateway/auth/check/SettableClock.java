package dev.plimsoll.gateway.auth.check;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.NullMarked;

/** A clock that the test advances. */
@NullMarked
final class SettableClock implements InstantSource {

    private volatile Instant now = Instant.parse("2027-01-01T00:00:00Z");

    void advance(Duration time) {
        now = now.plus(time);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
