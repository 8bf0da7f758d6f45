package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Telemetry entry of one request. Contains no payloads, arguments, or cursors.
 *
 * @param atMillis time of the answer, in milliseconds since 1970
 * @param id ID of the request; requests that are answered with the same stored result have the same ID
 * @param subject the server, tool, and caller
 * @param outcome the outcome word of a receipt, such as {@code passed}, or {@link #LISTED}
 * @param why reason for the decision about the result, in a few words
 * @param size size of the result and the answer
 * @param micros time from the request to its answer, in microseconds: the duration of the call to the server
 *     plus {@code ownMicros}
 * @param ownMicros the part of this time that was spent inside Plimsoll
 * @param followUpOf ID of the request whose result this request reads; 0 if it is not a follow-up read
 * @param isStored whether its result is stored for follow-up reads
 * @param isFirstRead whether this is the first follow-up read of a result
 * @param exactCounts exact counts of tokens; null if they were not counted
 * @param rollout assignment to an arm while a policy is rolled out
 */
public record TelemetryEntry(
        long atMillis,
        long id,
        Subject subject,
        String outcome,
        String why,
        Size size,
        long micros,
        long ownMicros,
        long followUpOf,
        boolean isStored,
        boolean isFirstRead,
        @Nullable ExactCounts exactCounts,
        Rollout rollout) {

    /** The outcome of a tool listing. A listing does not count as a request, but costs tokens. */
    public static final String LISTED = "listed";

    private static final String SLIMMED = OutcomeKind.SLIMMED.recordName();

    /** The outcome of a failed call. The server or Plimsoll has reported the failure. */
    public static final String ERROR = "error";

    /** The outcome of a call that was answered with the result of an equal call, without running the tool. */
    public static final String CACHED = "cached";

    /**
     * The server, tool, and caller of a request.
     *
     * @param endpoint what was requested: {@code tool}, {@code resource}, {@code prompt}, or {@code listing}
     * @param era {@code legacy} or {@code modern}
     * @param style the style that the policy sets
     */
    public record Subject(
            String server, String tool, String endpoint, String caller, String client, String era, String style) {}

    /**
     * Size of a result and its answer. For {@link #LISTED}, {@code answerTokens} is the number of tokens that
     * Plimsoll has added to the listing.
     *
     * @param originalTokens tokens of the whole result
     * @param items number of items; -1 if the result is not a list
     * @param isExact whether the tokens are exact counts, and not estimates
     * @param handles number and size of the values that replaced handles in the arguments
     */
    public record Size(
            long answerTokens,
            long answerBytes,
            long originalTokens,
            long originalBytes,
            long items,
            boolean isExact,
            ReplacedHandles handles) {

        /** Creates the size of a call without handles. */
        public Size(
                long answerTokens,
                long answerBytes,
                long originalTokens,
                long originalBytes,
                long items,
                boolean isExact) {
            this(answerTokens, answerBytes, originalTokens, originalBytes, items, isExact, ReplacedHandles.NONE);
        }

        /** Creates a size with estimated tokens. */
        public Size(long answerTokens, long answerBytes, long originalTokens, long originalBytes, long items) {
            this(answerTokens, answerBytes, originalTokens, originalBytes, items, false);
        }
    }

    /**
     * Exact counts of a sampled result, in tokens of o200k_base.
     *
     * @param kind kind of its content, such as {@code json}
     * @param answerTokens tokens of the answer
     * @param originalTokens tokens of the whole result; -1 for a follow-up read
     */
    public record ExactCounts(String kind, long answerTokens, long originalTokens) {}

    /** Creates an entry without exact counts. */
    public TelemetryEntry(
            long atMillis,
            long id,
            Subject subject,
            String outcome,
            String why,
            Size size,
            long micros,
            long ownMicros,
            long followUpOf,
            boolean isStored) {
        this(
                atMillis,
                id,
                subject,
                outcome,
                why,
                size,
                micros,
                ownMicros,
                followUpOf,
                isStored,
                false,
                null,
                Rollout.NONE);
    }

    /** Returns this entry as the first follow-up read of its result. */
    TelemetryEntry withFirstRead() {
        return new TelemetryEntry(
                atMillis,
                id,
                subject,
                outcome,
                why,
                size,
                micros,
                ownMicros,
                followUpOf,
                isStored,
                true,
                exactCounts,
                rollout);
    }

    /** Returns this entry with a rollout assignment. */
    public TelemetryEntry withRollout(Rollout assignment) {
        return new TelemetryEntry(
                atMillis,
                id,
                subject,
                outcome,
                why,
                size,
                micros,
                ownMicros,
                followUpOf,
                isStored,
                isFirstRead,
                exactCounts,
                assignment);
    }

    /**
     * Returns the answer that a policy in shadow mode would have sent; null if no policy is in shadow mode,
     * or the answer would have been the whole result.
     */
    public @Nullable ShadowAnswer shadowAnswer() {
        ShadowAnswer answer = rollout.shadowAnswer();
        return answer == null || answer.outcome() == OutcomeKind.PASSED ? null : answer;
    }

    boolean isListing() {
        return outcome.equals(LISTED);
    }

    /** Returns whether this is a follow-up read, for which no tool was called. It may have been refused. */
    public boolean isFollowUpRead() {
        return followUpOf != 0 || outcome.equals("read");
    }

    /** Returns whether the result was too large to be sent whole, or would have been under a policy in shadow mode. */
    public boolean isOversized() {
        ShadowAnswer shadowAnswer = shadowAnswer();
        return !isListing()
                && !outcome.equals(SLIMMED)
                && (isStored
                        || (shadowAnswer != null && shadowAnswer.outcome() != OutcomeKind.SLIMMED)
                        || (!isFollowUpRead() && size.answerTokens() < size.originalTokens()));
    }
}
