package dev.plimsoll.gateway.telemetry.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A time span whose sums are read with one step.
 *
 * @param from start in milliseconds since 1970, inclusive
 * @param to end in milliseconds since 1970, exclusive
 */
record TimeSpan(SumStep step, long from, long to) {

    /**
     * Splits a range of whole minutes into spans, so that as few sums as possible are read: for 10:58 to
     * 13:02, two minutes, two hours, and two minutes.
     */
    static List<TimeSpan> split(long from, long to, SumStep longest) {
        List<TimeSpan> spans = new ArrayList<>();
        addSpans(from, to, longest, spans);
        return spans;
    }

    private static void addSpans(long from, long to, SumStep sumStep, List<TimeSpan> spans) {
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
            addSpans(from, to, shorterStep, spans);
            return;
        }
        addSpans(from, start, shorterStep, spans);
        spans.add(new TimeSpan(sumStep, start, end));
        addSpans(end, to, shorterStep, spans);
    }
}
