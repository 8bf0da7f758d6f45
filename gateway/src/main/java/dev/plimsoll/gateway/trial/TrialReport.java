package dev.plimsoll.gateway.trial;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a trial.
 *
 * @param answer what the agent gets at first
 * @param readings what it gets when it reads on as asked
 * @param walk what reading everything gave; null when it was not asked for
 */
public record TrialReport(
        TrialPayload payload,
        TrialOptions options,
        Before before,
        Answer answer,
        List<Reading> readings,
        @Nullable ReadThrough walk) {

    public TrialReport {
        readings = List.copyOf(readings);
    }

    /**
     * The payload as it is.
     *
     * @param characters of its document: code points
     * @param tokens exact, by o200k_base, of all that a client could feed to a model
     * @param estimatedTokens the same by the estimator in force
     * @param kind of its document, in lower case; {@code almost_json} where a text only looks like JSON
     * @param items of its list; -1 when it is none
     * @param lines of its text; -1 when it is none
     * @param about one line that says what it is
     */
    public record Before(
            long characters, long tokens, long estimatedTokens, String kind, long items, long lines, String about) {}

    /**
     * One answer.
     *
     * @param exactTokens by o200k_base
     */
    public record Answer(GuardedResult guarded, AnswerParts anatomy, long exactTokens) {

        /** The result object. */
        public Slice result() {
            return guarded.result();
        }

        public boolean passed() {
            return guarded.receipt().outcome() == OutcomeKind.PASSED;
        }
    }

    /**
     * An answer to a reading.
     *
     * @param withCursor whether it was {@code plimsoll_read} with a cursor; else the tool itself with these arguments
     * @param arguments as they were sent, without the cursor
     */
    public record Reading(boolean withCursor, Map<String, String> arguments, Answer answer) {}
}
