package dev.plimsoll.gateway.trial;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Report of a trial.
 *
 * @param answer the first answer
 * @param followUpReads answers to the requested follow-up reads
 * @param fullRead result of reading everything; null if not requested
 */
public record TrialReport(
        TrialPayload payload,
        TrialOptions options,
        PayloadFacts before,
        Answer answer,
        List<FollowUpRead> followUpReads,
        @Nullable FullRead fullRead) {

    public TrialReport {
        followUpReads = List.copyOf(followUpReads);
    }

    /**
     * Facts about the payload.
     *
     * @param characters code points of its document
     * @param tokens exact count by o200k_base of everything that a client could pass to a model
     * @param estimatedTokens count of the same by the configured estimator
     * @param textType text type of its document in lower case; {@code almost_json} for text that only looks like JSON
     * @param items number of items; -1 if it is not a list
     * @param lines number of lines; -1 if it is not text
     * @param description description in one line
     */
    public record PayloadFacts(
            long characters,
            long tokens,
            long estimatedTokens,
            String textType,
            long items,
            long lines,
            String description) {}

    /**
     * One answer.
     *
     * @param exactTokens exact count by o200k_base
     */
    public record Answer(Outcome outcome, AnswerParts parts, long exactTokens) {

        /** Returns the result object. */
        public Slice result() {
            return outcome.result();
        }

        public boolean passed() {
            return outcome.receipt().outcome() == OutcomeKind.PASSED;
        }
    }

    /**
     * Answer to a follow-up read.
     *
     * @param withCursor whether it was {@code plimsoll_read} with a cursor; if not, the tool itself with these
     *     arguments
     * @param arguments the arguments sent, without the cursor
     */
    public record FollowUpRead(boolean withCursor, Map<String, String> arguments, Answer answer) {}
}
