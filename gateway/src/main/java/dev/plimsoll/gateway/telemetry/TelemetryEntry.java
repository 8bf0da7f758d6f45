package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.Rollout.Instead;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of a request. Holds no payload, argument or cursor.
 *
 * @param at when it was answered, in milliseconds since 1970
 * @param id of the request; the same for nothing else, unless a result is asked for again under the same cursor
 * @param subject what it was about and who asked
 * @param outcome as the contract spells it, or {@link #LISTED}
 * @param why the decision in a few words
 * @param size in tokens, bytes and items
 * @param micros from the request to its answer, as far as we see it
 * @param ownMicros how much of that was spent inside Plimsoll
 * @param follows the id of the request whose result this one reads on in; 0 for none
 * @param kept whether its result can be read on
 * @param begins whether nobody has read on in that result before
 * @param counted what was counted exactly; null where it was not
 * @param rollout where it stands while a policy is rolled out
 */
public record TelemetryEntry(
        long at,
        long id,
        Subject subject,
        String outcome,
        String why,
        Size size,
        long micros,
        long ownMicros,
        long follows,
        boolean kept,
        boolean begins,
        @Nullable Counted counted,
        Rollout rollout) {

    /** The outcome of a listing of tools: no request as the contract counts them, but it has its price. */
    public static final String LISTED = "listed";

    /** The outcome of a call that failed, by its server's word or ours. */
    public static final String ERROR = "error";

    /** The outcome of a call whose tool did not run: its result came for an equal one. */
    public static final String CACHED = "cached";

    /**
     * What a request was about and who asked.
     *
     * @param style the form that the policy asks for
     */
    public record Subject(
            String server, String tool, String endpoint, String caller, String client, String era, String style) {}

    /**
     * How large it was; for {@link #LISTED}, {@code answerTokens} is what was added to the listing.
     *
     * @param items -1 where it is no list
     * @param exact whether the tokens are counted; else they are about right
     */
    public record Size(
            long answerTokens, long answerBytes, long originalTokens, long originalBytes, long items, boolean exact) {

        /** With tokens that are estimates. */
        public Size(long answerTokens, long answerBytes, long originalTokens, long originalBytes, long items) {
            this(answerTokens, answerBytes, originalTokens, originalBytes, items, false);
        }
    }

    /**
     * What a sample was counted to.
     *
     * @param kind of its content
     * @param answerTokens of the answer, by o200k_base
     * @param originalTokens of the whole result; -1 for a reading
     */
    public record Counted(String kind, long answerTokens, long originalTokens) {}

    /** One that nobody has counted. */
    public TelemetryEntry(
            long at,
            long id,
            Subject subject,
            String outcome,
            String why,
            Size size,
            long micros,
            long ownMicros,
            long follows,
            boolean kept) {
        this(at, id, subject, outcome, why, size, micros, ownMicros, follows, kept, false, null, Rollout.NONE);
    }

    /** The first that reads on in that result. */
    TelemetryEntry beginning() {
        return new TelemetryEntry(at, id, subject, outcome, why, size, micros, ownMicros, follows, kept, true, counted, rollout);
    }

    /** The same request, standing there. */
    public TelemetryEntry standing(Rollout where) {
        return new TelemetryEntry(at, id, subject, outcome, why, size, micros, ownMicros, follows, kept, begins, counted, where);
    }

    /** What would have been sent in place of the whole result; null where nothing was tried out, or that was the whole. */
    public @Nullable Instead instead() {
        Instead tried = rollout.instead();
        return tried == null || tried.outcome() == OutcomeKind.PASSED ? null : tried;
    }

    boolean listed() {
        return outcome.equals(LISTED);
    }

    /** Whether it reads on in an earlier result, or was refused that: nothing came from the tool for it. */
    public boolean reads() {
        return follows != 0 || outcome.equals("read");
    }

    /** Whether the result was too large to be answered whole, or would have been. */
    public boolean oversized() {
        return !listed() && (kept || instead() != null || (!reads() && size.answerTokens() < size.originalTokens()));
    }
}
