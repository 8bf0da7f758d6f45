package dev.plimsoll.gateway.trial;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Report of a trial.
 *
 * @param answer the first answer
 * @param readings answers to the requested follow-up reads
 * @param walk result of reading everything; null if not requested
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
     * Facts about the payload.
     *
     * @param characters code points of its document
     * @param tokens exact count by o200k_base of everything that a client could pass to a model
     * @param estimatedTokens count of the same by the configured estimator
     * @param kind text type of its document in lower case; {@code almost_json} for text that only looks like JSON
     * @param items number of items; -1 if it is not a list
     * @param lines number of lines; -1 if it is not text
     * @param about description in one line
     */
    public record Before(
            long characters, long tokens, long estimatedTokens, String kind, long items, long lines, String about) {}

    /**
     * One answer.
     *
     * @param exactTokens exact count by o200k_base
     */
    public record Answer(GuardedResult guarded, AnswerParts anatomy, long exactTokens) {

        /** Returns the result object. */
        public Slice result() {
            return guarded.result();
        }

        public boolean passed() {
            return guarded.receipt().outcome() == OutcomeKind.PASSED;
        }
    }

    /**
     * Answer to a follow-up read.
     *
     * @param withCursor whether it was {@code plimsoll_read} with a cursor; if not, the tool itself with these
     *     arguments
     * @param arguments the arguments sent, without the cursor
     */
    public record Reading(boolean withCursor, Map<String, String> arguments, Answer answer) {}
}
