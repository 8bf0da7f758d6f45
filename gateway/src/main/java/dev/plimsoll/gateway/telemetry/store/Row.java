package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Entry.Counted;
import dev.plimsoll.gateway.telemetry.Entry.Size;
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
public record Row(
        Place place,
        Label label,
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
    public static Row of(Entry entry) {
        Counted counted = entry.counted();
        return new Row(
                new Place(entry.at(), 0),
                Label.of(entry),
                entry.id(),
                entry.follows(),
                entry.kept(),
                entry.size(),
                entry.micros(),
                entry.ownMicros(),
                entry.why(),
                counted == null ? -1 : counted.answerTokens(),
                entry.rollout().instead());
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
