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

    private static void cover(long from, long to, SumStep sumStep, List<TimeSpan> spans) {
        long start = sumStep.ceiling(from);
        long end = sumStep.floor(to);
        if (from >= to) {
            return;
        }
        if (sumStep == SumStep.MINUTE) {
            spans.add(new TimeSpan(sumStep, start, end));
            return;
        }
        SumStep shorterStep = sumStep.shorter();
        if (start >= end) {
            cover(from, to, shorterStep, spans);
            return;
        }
        cover(from, start, shorterStep, spans);
        spans.add(new TimeSpan(sumStep, start, end));
        cover(end, to, shorterStep, spans);
    }
}
