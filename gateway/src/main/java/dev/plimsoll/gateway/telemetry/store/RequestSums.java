package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;

/** Sums of any number of entries: counters, and histograms of sizes and times. */
// the database stores counters by ordinal
@SuppressWarnings("EnumOrdinal")
public final class RequestSums {

    private static final int FORMAT = 1;

    /** Reason in the receipt of a follow-up read that returns a whole result. */
    private static final String FULL_READ_REASON = "reading the whole";

    private static final RequestCounter[] COUNTERS = RequestCounter.values();

    private final long[] counts = new long[COUNTERS.length];
    private final SumHistogram answerTokens = new SumHistogram();
    private final SumHistogram originalTokens = new SumHistogram();
    private final SumHistogram micros = new SumHistogram();
    private final SumHistogram ownMicros = new SumHistogram();
    private final EstimateSums estimateSums = new EstimateSums();

    public void add(TelemetryEntry telemetryEntry) {
        Size size = telemetryEntry.size();
        if (telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
            add(RequestCounter.LISTINGS, 1);
            add(RequestCounter.DEFINITION_TOKENS, size.answerTokens());
            return;
        }
        boolean isFollowUpRead = telemetryEntry.isFollowUpRead();
        add(RequestCounter.REQUESTS, 1);
        add(RequestCounter.ANSWER_TOKENS, size.answerTokens());
        add(RequestCounter.ANSWER_BYTES, size.answerBytes());
        add(RequestCounter.FOLLOW_UPS, isFollowUpRead ? 1 : 0);
        add(RequestCounter.FOLLOW_UP_TOKENS, isFollowUpRead ? size.answerTokens() : 0);
        add(RequestCounter.ORIGINAL_TOKENS, isFollowUpRead ? 0 : size.originalTokens());
        add(RequestCounter.ORIGINAL_BYTES, isFollowUpRead ? 0 : size.originalBytes());
        boolean isShaped =
                telemetryEntry.isStored() || (!isFollowUpRead && size.answerTokens() < size.originalTokens());
        add(RequestCounter.SHAPED, isShaped ? 1 : 0);
        add(RequestCounter.STORED, telemetryEntry.isStored() ? 1 : 0);
        add(RequestCounter.EXPIRED, telemetryEntry.why().startsWith("CURSOR_EXPIRED") ? 1 : 0);
        add(RequestCounter.INVALID, telemetryEntry.why().startsWith("CURSOR_INVALID") ? 1 : 0);
        add(RequestCounter.FULL_READS, isFollowUpRead && telemetryEntry.why().equals(FULL_READ_REASON) ? 1 : 0);
        add(RequestCounter.RESULTS_READ, telemetryEntry.isFirstRead() ? 1 : 0);
        ShadowAnswer shadowAnswer = telemetryEntry.shadowAnswer();
        if (shadowAnswer != null) {
            add(RequestCounter.SHADOWED, 1);
            add(RequestCounter.SHADOWED_ORIGINAL_TOKENS, size.originalTokens());
            add(RequestCounter.SHADOWED_ANSWER_TOKENS, shadowAnswer.tokens());
        }
        estimateSums.add(telemetryEntry);
        add(RequestCounter.CACHED, telemetryEntry.outcome().equals(TelemetryEntry.CACHED) ? 1 : 0);
        add(RequestCounter.ERRORS, telemetryEntry.outcome().equals(TelemetryEntry.ERROR) ? 1 : 0);
        add(RequestCounter.EXACT, size.isExact() ? 1 : 0);
        ReplacedHandles handles = size.handles();
        add(RequestCounter.HANDLE_CALLS, handles.count() > 0 ? 1 : 0);
        add(RequestCounter.HANDLES, handles.count());
        add(RequestCounter.HANDLE_BYTES, handles.bytes());
        add(RequestCounter.HANDLE_TOKENS, handles.tokens());
        answerTokens.add(size.answerTokens());
        if (!isFollowUpRead) {
            originalTokens.add(size.originalTokens());
        }
        micros.add(telemetryEntry.micros());
        ownMicros.add(telemetryEntry.ownMicros());
    }

    private void add(RequestCounter requestCounter, long value) {
        counts[requestCounter.ordinal()] += value;
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
        estimateSums.add(other.estimateSums);
    }

    public long count(RequestCounter requestCounter) {
        return counts[requestCounter.ordinal()];
    }

    /** Returns whether all tokens in these sums were counted exactly, so that no sum contains estimates. */
    public boolean isExact() {
        return count(RequestCounter.EXACT) == count(RequestCounter.REQUESTS) && count(RequestCounter.LISTINGS) == 0;
    }

    public SumHistogram answerTokens() {
        return answerTokens;
    }

    /** Returns the tokens of results, without follow-up reads. */
    public SumHistogram originalTokens() {
        return originalTokens;
    }

    /** Returns the times from requests to their answers, in microseconds. */
    public SumHistogram micros() {
        return micros;
    }

    /** Returns the times that requests spent inside Plimsoll, in microseconds. */
    public SumHistogram ownMicros() {
        return ownMicros;
    }

    /** Returns the comparison of estimates with exact counts, for sampled results. */
    public EstimateSums estimates() {
        return estimateSums;
    }

    /** Encodes these sums for the database. */
    byte[] pack() {
        PackedLongs out = new PackedLongs();
        out.write(FORMAT);
        out.write(counts.length);
        for (long count : counts) {
            out.write(count);
        }
        answerTokens.write(out);
        originalTokens.write(out);
        micros.write(out);
        ownMicros.write(out);
        estimateSums.write(out);
        return out.toByteArray();
    }

    /** Adds sums written by {@link #pack}. */
    void addPacked(byte[] packed) {
        PackedLongs in = new PackedLongs(packed);
        if (in.read() != FORMAT) {
            throw new IllegalStateException("unknown format of sums");
        }
        long counterCount = in.read();
        for (int i = 0; i < counterCount; i++) {
            long count = in.read();
            if (i < counts.length) {
                counts[i] += count;
            }
        }
        answerTokens.addPacked(in);
        originalTokens.addPacked(in);
        micros.addPacked(in);
        ownMicros.addPacked(in);
        estimateSums.addPacked(in);
    }
}
