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
 * @param payloadFacts facts about the payload
 * @param answer the first answer
 * @param followUpReads the requested follow-up reads
 * @param fullRead result of the full read; null if none was requested
 */
public record TrialReport(
        TrialPayload payload,
        TrialOptions options,
        PayloadFacts payloadFacts,
        Answer answer,
        List<FollowUpRead> followUpReads,
        @Nullable FullRead fullRead) {

    public TrialReport {
        followUpReads = List.copyOf(followUpReads);
    }

    /**
     * Facts about the payload.
     *
     * @param characters number of code points of its document
     * @param tokens tokens of everything that a client could pass to a model, counted exactly with o200k_base
     * @param estimatedTokens the same tokens, counted by the configured estimator
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
     * @param exactTokens exact count of its tokens with o200k_base
     */
    public record Answer(Outcome outcome, ParsedAnswer parsed, long exactTokens) {

        /** Returns the result object. */
        public Slice result() {
            return outcome.result();
        }

        public boolean isPassed() {
            return outcome.receipt().outcome() == OutcomeKind.PASSED;
        }
    }

    /**
     * A follow-up read.
     *
     * @param hasCursor whether {@code plimsoll_read} was called with a cursor; if not, the tool itself was
     *     called again with these arguments
     * @param arguments the arguments of the call, without the cursor
     */
    public record FollowUpRead(boolean hasCursor, Map<String, String> arguments, Answer answer) {}
}
