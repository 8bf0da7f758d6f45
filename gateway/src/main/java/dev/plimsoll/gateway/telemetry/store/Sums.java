package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Entry.Size;
import dev.plimsoll.telemetry.Rollout.Instead;

/** Any number of entries as one: counts, and how sizes and times are distributed. */
// counts stand in the database by their place
@SuppressWarnings("EnumOrdinal")
public final class Sums {

    private static final int FORMAT = 1;

    /** What the engine says of a reading that asks for all. */
    private static final String WHOLE = "reading the whole";

    private static final Count[] COUNTS = Count.values();

    private final long[] counts = new long[COUNTS.length];
    private final Histogram answerTokens = new Histogram();
    private final Histogram originalTokens = new Histogram();
    private final Histogram micros = new Histogram();
    private final Histogram ownMicros = new Histogram();
    private final Estimates estimates = new Estimates();

    void add(Entry entry) {
        Size size = entry.size();
        if (entry.outcome().equals(Entry.LISTED)) {
            add(Count.LISTINGS, 1);
            add(Count.DEFINITION_TOKENS, size.answerTokens());
            return;
        }
        boolean reads = entry.reads();
        add(Count.REQUESTS, 1);
        add(Count.ANSWER_TOKENS, size.answerTokens());
        add(Count.ANSWER_BYTES, size.answerBytes());
        add(Count.FOLLOW_UPS, reads ? 1 : 0);
        add(Count.FOLLOW_UP_TOKENS, reads ? size.answerTokens() : 0);
        add(Count.ORIGINAL_TOKENS, reads ? 0 : size.originalTokens());
        add(Count.ORIGINAL_BYTES, reads ? 0 : size.originalBytes());
        boolean shaped = entry.kept() || (!reads && size.answerTokens() < size.originalTokens());
        add(Count.SHAPED, shaped ? 1 : 0);
        add(Count.KEPT, entry.kept() ? 1 : 0);
        add(Count.EXPIRED, entry.why().startsWith("CURSOR_EXPIRED") ? 1 : 0);
        add(Count.INVALID, entry.why().startsWith("CURSOR_INVALID") ? 1 : 0);
        add(Count.FULL_READS, reads && entry.why().equals(WHOLE) ? 1 : 0);
        add(Count.WALKS, entry.begins() ? 1 : 0);
        Instead instead = entry.instead();
        if (instead != null) {
            add(Count.SHADOWED, 1);
            add(Count.SHADOWED_ORIGINAL_TOKENS, size.originalTokens());
            add(Count.SHADOWED_ANSWER_TOKENS, instead.tokens());
        }
        estimates.add(entry);
        add(Count.CACHED, entry.outcome().equals(Entry.CACHED) ? 1 : 0);
        add(Count.ERRORS, entry.outcome().equals(Entry.ERROR) ? 1 : 0);
        add(Count.EXACT, size.exact() ? 1 : 0);
        answerTokens.add(size.answerTokens());
        if (!reads) {
            originalTokens.add(size.originalTokens());
        }
        micros.add(entry.micros());
        ownMicros.add(entry.ownMicros());
    }

    private void add(Count count, long value) {
        counts[count.ordinal()] += value;
    }

    /** Adds the same of others. */
    public void add(Sums other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        answerTokens.add(other.answerTokens);
        originalTokens.add(other.originalTokens);
        micros.add(other.micros);
        ownMicros.add(other.ownMicros);
        estimates.add(other.estimates);
    }

    public long of(Count count) {
        return counts[count.ordinal()];
    }

    /** Whether all tokens are counted; else their sums are about right. */
    public boolean exact() {
        return of(Count.EXACT) == of(Count.REQUESTS) && of(Count.LISTINGS) == 0;
    }

    public Histogram answerTokens() {
        return answerTokens;
    }

    /** Of results, without readings. */
    public Histogram originalTokens() {
        return originalTokens;
    }

    /** From requests to their answers. */
    public Histogram micros() {
        return micros;
    }

    /** The share of them that was spent inside Plimsoll. */
    public Histogram ownMicros() {
        return ownMicros;
    }

    /** How near the estimates of samples are. */
    public Estimates estimates() {
        return estimates;
    }

    byte[] packed() {
        Packed out = new Packed();
        out.put(FORMAT);
        out.put(counts.length);
        for (long count : counts) {
            out.put(count);
        }
        answerTokens.write(out);
        originalTokens.write(out);
        micros.write(out);
        ownMicros.write(out);
        estimates.write(out);
        return out.toByteArray();
    }

    /** Adds what {@link #packed} has given. */
    void addPacked(byte[] packed) {
        Packed in = new Packed(packed);
        if (in.take() != FORMAT) {
            throw new IllegalStateException("sums of another format");
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
        estimates.read(in);
    }
}
