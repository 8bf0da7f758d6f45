package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Counted;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.telemetry.Rollout.Instead;
import org.jspecify.annotations.Nullable;

/**
 * A stored request.
 *
 * @param place position among all requests
 * @param id of the request
 * @param follows id of the request whose result was read; 0 for none
 * @param kept whether its result was stored for follow-up reads
 * @param realTokens exact count of the answer; -1 if not counted
 * @param instead the answer that would have been sent in shadow mode; null if there is none
 */
public record TelemetryRow(
        Place place,
        SumLabel label,
        long id,
        long follows,
        boolean kept,
        Size size,
        long micros,
        long ownMicros,
        String why,
        long realTokens,
        @Nullable Instead instead) {

    /** Returns the row of an entry, without its number. */
    public static TelemetryRow of(TelemetryEntry telemetryEntry) {
        Counted counted = telemetryEntry.counted();
        return new TelemetryRow(
                new Place(telemetryEntry.at(), 0),
                SumLabel.of(telemetryEntry),
                telemetryEntry.id(),
                telemetryEntry.follows(),
                telemetryEntry.kept(),
                telemetryEntry.size(),
                telemetryEntry.micros(),
                telemetryEntry.ownMicros(),
                telemetryEntry.why(),
                counted == null ? -1 : counted.answerTokens(),
                telemetryEntry.rollout().instead());
    }

    /**
     * Position of a request; sorts the newest first.
     *
     * @param at time of the answer, in milliseconds since 1970
     * @param number distinguishes requests of the same millisecond
     */
    public record Place(long at, long number) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            int later = Long.compare(other.at, at);
            return later != 0 ? later : Long.compare(other.number, number);
        }
    }
}
