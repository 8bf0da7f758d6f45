package dev.plimsoll.gateway.telemetry.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A time that is covered by sums of one step.
 *
 * @param from included
 * @param to not included
 */
record Stretch(Step step, long from, long to) {

    /** The fewest that cover a time that begins and ends with a minute, of steps that are no longer than that. */
    static List<Stretch> covering(long from, long to, Step longest) {
        List<Stretch> stretches = new ArrayList<>();
        cover(from, to, longest, stretches);
        return stretches;
    }

    private static void cover(long from, long to, Step step, List<Stretch> into) {
        long first = step.ceiling(from);
        long last = step.floor(to);
        if (from >= to) {
            return;
        }
        if (step == Step.MINUTE) {
            into.add(new Stretch(step, first, last));
            return;
        }
        Step finer = step.finer();
        if (first >= last) {
            cover(from, to, finer, into);
            return;
        }
        cover(from, first, finer, into);
        into.add(new Stretch(step, first, last));
        cover(last, to, finer, into);
    }
}
