package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Counted;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.telemetry.Rollout.Instead;
import org.jspecify.annotations.Nullable;

/**
 * One request as it is kept.
 *
 * @param place where it stands among all
 * @param id of the request
 * @param follows the id of the request in whose result it read on; 0 for none
 * @param kept whether its result could be read on
 * @param realTokens of the answer, counted exactly; -1 where nobody has
 * @param instead what would have been sent; null where nothing was tried out
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

    /** What will be read of an entry, but for its number. */
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
     * Where a request stands: the newest come first.
     *
     * @param at when it was answered, in milliseconds since 1970
     * @param number tells those of one millisecond apart
     */
    public record Place(long at, long number) implements Comparable<Place> {

        @Override
        public int compareTo(Place other) {
            int later = Long.compare(other.at, at);
            return later != 0 ? later : Long.compare(other.number, number);
        }
    }
}
