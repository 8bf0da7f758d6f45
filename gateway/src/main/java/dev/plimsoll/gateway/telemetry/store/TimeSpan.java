package dev.plimsoll.gateway.telemetry.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A time that is covered by sums of one step.
 *
 * @param from included
 * @param to not included
 */
record TimeSpan(SumStep step, long from, long to) {

    /** The fewest that cover a time that begins and ends with a minute, of steps that are no longer than that. */
    static List<TimeSpan> covering(long from, long to, SumStep longest) {
        List<TimeSpan> stretches = new ArrayList<>();
        cover(from, to, longest, stretches);
        return stretches;
    }

    private static void cover(long from, long to, SumStep sumStep, List<TimeSpan> into) {
        long first = sumStep.ceiling(from);
        long last = sumStep.floor(to);
        if (from >= to) {
            return;
        }
        if (sumStep == SumStep.MINUTE) {
            into.add(new TimeSpan(sumStep, first, last));
            return;
        }
        SumStep finer = sumStep.finer();
        if (first >= last) {
            cover(from, to, finer, into);
            return;
        }
        cover(from, first, finer, into);
        into.add(new TimeSpan(sumStep, first, last));
        cover(last, to, finer, into);
    }
}
