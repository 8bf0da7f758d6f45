package dev.plimsoll.gateway.telemetry.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A time span that is covered by sums of one step.
 *
 * @param from inclusive
 * @param to exclusive
 */
record TimeSpan(SumStep step, long from, long to) {

    /** Returns the fewest spans that cover whole minutes, with steps up to the given one. */
    static List<TimeSpan> covering(long from, long to, SumStep longest) {
        List<TimeSpan> spans = new ArrayList<>();
        cover(from, to, longest, spans);
        return spans;
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
        SumStep finer = sumStep.shorter();
        if (first >= last) {
            cover(from, to, finer, into);
            return;
        }
        cover(from, first, finer, into);
        into.add(new TimeSpan(sumStep, first, last));
        cover(last, to, finer, into);
    }
}
