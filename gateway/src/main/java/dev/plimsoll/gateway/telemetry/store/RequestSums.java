package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.telemetry.Rollout.Instead;

/** Sums of any number of entries: counters, and histograms of sizes and times. */
// the database stores counters by ordinal
@SuppressWarnings("EnumOrdinal")
public final class RequestSums {

    private static final int FORMAT = 1;

    /** Reason that the engine gives for a follow-up read of a whole result. */
    private static final String WHOLE = "reading the whole";

    private static final CountSql[] COUNTS = CountSql.values();

    private final long[] counts = new long[COUNTS.length];
    private final SumHistogram answerTokens = new SumHistogram();
    private final SumHistogram originalTokens = new SumHistogram();
    private final SumHistogram micros = new SumHistogram();
    private final SumHistogram ownMicros = new SumHistogram();
    private final EstimateQuery estimateQuery = new EstimateQuery();

    void add(TelemetryEntry telemetryEntry) {
        Size size = telemetryEntry.size();
        if (telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
            add(CountSql.LISTINGS, 1);
            add(CountSql.DEFINITION_TOKENS, size.answerTokens());
            return;
        }
        boolean reads = telemetryEntry.reads();
        add(CountSql.REQUESTS, 1);
        add(CountSql.ANSWER_TOKENS, size.answerTokens());
        add(CountSql.ANSWER_BYTES, size.answerBytes());
        add(CountSql.FOLLOW_UPS, reads ? 1 : 0);
        add(CountSql.FOLLOW_UP_TOKENS, reads ? size.answerTokens() : 0);
        add(CountSql.ORIGINAL_TOKENS, reads ? 0 : size.originalTokens());
        add(CountSql.ORIGINAL_BYTES, reads ? 0 : size.originalBytes());
        boolean shaped = telemetryEntry.kept() || (!reads && size.answerTokens() < size.originalTokens());
        add(CountSql.SHAPED, shaped ? 1 : 0);
        add(CountSql.KEPT, telemetryEntry.kept() ? 1 : 0);
        add(CountSql.EXPIRED, telemetryEntry.why().startsWith("CURSOR_EXPIRED") ? 1 : 0);
        add(CountSql.INVALID, telemetryEntry.why().startsWith("CURSOR_INVALID") ? 1 : 0);
        add(CountSql.FULL_READS, reads && telemetryEntry.why().equals(WHOLE) ? 1 : 0);
        add(CountSql.WALKS, telemetryEntry.begins() ? 1 : 0);
        Instead instead = telemetryEntry.instead();
        if (instead != null) {
            add(CountSql.SHADOWED, 1);
            add(CountSql.SHADOWED_ORIGINAL_TOKENS, size.originalTokens());
            add(CountSql.SHADOWED_ANSWER_TOKENS, instead.tokens());
        }
        estimateQuery.add(telemetryEntry);
        add(CountSql.CACHED, telemetryEntry.outcome().equals(TelemetryEntry.CACHED) ? 1 : 0);
        add(CountSql.ERRORS, telemetryEntry.outcome().equals(TelemetryEntry.ERROR) ? 1 : 0);
        add(CountSql.EXACT, size.exact() ? 1 : 0);
        answerTokens.add(size.answerTokens());
        if (!reads) {
            originalTokens.add(size.originalTokens());
        }
        micros.add(telemetryEntry.micros());
        ownMicros.add(telemetryEntry.ownMicros());
    }

    private void add(CountSql countSql, long value) {
        counts[countSql.ordinal()] += value;
    }

    /** Adds other sums. */
    public void add(RequestSums other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        answerTokens.add(other.answerTokens);
        originalTokens.add(other.originalTokens);
        micros.add(other.micros);
        ownMicros.add(other.ownMicros);
        estimateQuery.add(other.estimateQuery);
    }

    public long of(CountSql countSql) {
        return counts[countSql.ordinal()];
    }

    /** Returns whether all tokens are exact counts; otherwise the sums contain estimates. */
    public boolean exact() {
        return of(CountSql.EXACT) == of(CountSql.REQUESTS) && of(CountSql.LISTINGS) == 0;
    }

    public SumHistogram answerTokens() {
        return answerTokens;
    }

    /** Returns the tokens of results, without follow-up reads. */
    public SumHistogram originalTokens() {
        return originalTokens;
    }

    /** Returns the times from requests to their answers. */
    public SumHistogram micros() {
        return micros;
    }

    /** Returns the parts of these times that were spent inside Plimsoll. */
    public SumHistogram ownMicros() {
        return ownMicros;
    }

    /** Returns the accuracy of the estimates of samples. */
    public EstimateQuery estimates() {
        return estimateQuery;
    }

    byte[] packed() {
        PackedLongs out = new PackedLongs();
        out.put(FORMAT);
        out.put(counts.length);
        for (long count : counts) {
            out.put(count);
        }
        answerTokens.write(out);
        originalTokens.write(out);
        micros.write(out);
        ownMicros.write(out);
        estimateQuery.write(out);
        return out.toByteArray();
    }

    /** Adds sums written by {@link #packed}. */
    void addPacked(byte[] packed) {
        PackedLongs in = new PackedLongs(packed);
        if (in.take() != FORMAT) {
            throw new IllegalStateException("unknown format of sums");
        }
        long written = in.take();
        for (int i = 0; i < written; i++) {
            long count = in.take();
            if (i < counts.length) {
                counts[i] += count;
            }
        }
        answerTokens.read(in);
        originalTokens.read(in);
        micros.read(in);
        ownMicros.read(in);
        estimateQuery.read(in);
    }
}
