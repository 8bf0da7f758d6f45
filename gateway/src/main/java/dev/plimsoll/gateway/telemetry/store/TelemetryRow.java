package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A request in the database.
 *
 * @param position position among all requests
 * @param id ID of the request
 * @param followUpOf ID of the request whose result was read; 0 if this is not a follow-up read
 * @param isStored whether its result was stored for follow-up reads
 * @param exactTokens exact count of the answer's tokens; -1 if they were not counted
 * @param shadowAnswer the answer that a policy in shadow mode would have sent, even if it is the whole result; null if
 *     no policy is in shadow mode
 */
public record TelemetryRow(
        Position position,
        SumLabel label,
        long id,
        long followUpOf,
        boolean isStored,
        Size size,
        long micros,
        long ownMicros,
        String why,
        long exactTokens,
        @Nullable ShadowAnswer shadowAnswer) {

    /** Converts an entry that is not in the database yet: its position has the number 0. */
    public static TelemetryRow of(TelemetryEntry telemetryEntry) {
        ExactCounts exactCounts = telemetryEntry.exactCounts();
        return new TelemetryRow(
                new Position(telemetryEntry.atMillis(), 0),
                SumLabel.of(telemetryEntry),
                telemetryEntry.id(),
                telemetryEntry.followUpOf(),
                telemetryEntry.isStored(),
                telemetryEntry.size(),
                telemetryEntry.micros(),
                telemetryEntry.ownMicros(),
                telemetryEntry.why(),
                exactCounts == null ? -1 : exactCounts.answerTokens(),
                telemetryEntry.rollout().shadowAnswer());
    }

    /**
     * Position of a request. The natural order is the newest request first.
     *
     * @param atMillis time of the answer, in milliseconds since 1970
     * @param number distinguishes requests of the same millisecond
     */
    public record Position(long atMillis, long number) implements Comparable<Position> {

        @Override
        public int compareTo(Position other) {
            int order = Long.compare(other.atMillis, atMillis);
            return order != 0 ? order : Long.compare(other.number, number);
        }
    }
}
