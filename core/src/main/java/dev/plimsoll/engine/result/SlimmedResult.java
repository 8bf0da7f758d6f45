package dev.plimsoll.engine.result;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ResultSlimmer;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.shape.result.AnswerMeta;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whole result with slimmed JSON, which is sent in place of the original.
 *
 * @param tokens its tokens; counted exactly if the original is above the budget
 * @param reason the reason for the outcome
 */
public record SlimmedResult(MeasuredResult measured, int tokens, String reason) {

    /**
     * Returns the slimmed result; null if the original is sent or shaped instead. If the original passes, it
     * is slimmed only if the policy slims every result. If it does not pass, it is slimmed if the policy
     * allows that and the slimmed result passes.
     *
     * @param decision the decision about the original
     * @param decide decides about the slimmed result
     */
    public static @Nullable SlimmedResult of(
            MeasuredResult original, Policy policy, Decision decision, Function<MeasuredResult, Decision> decide) {
        SlimMode mode = policy.get(Policy.SLIM);
        boolean isPassed = decision instanceof Decision.Pass;
        if (isPassed ? mode != SlimMode.ALWAYS : mode == SlimMode.NEVER) {
            return null;
        }
        Budget budget = decision.budget();
        int maxBytes = isPassed ? Integer.MAX_VALUE : maxBytes(policy, budget);
        Slice slimmedBytes = ResultSlimmer.slim(original.result(), original.copies(), maxBytes);
        MeasuredResult measured = slimmedBytes == null ? null : MeasuredResult.of(slimmedBytes, policy, budget);
        if (measured == null || !(decide.apply(measured) instanceof Decision.Pass)) {
            return null;
        }
        if (isPassed) {
            return new SlimmedResult(measured, measured.cost().tokens(), "slimmed");
        }
        boolean isSumOfCopies = policy.get(Policy.COUNT_COPIES) == CountCopies.SUM;
        int tokens = measured.cost().isExact()
                ? measured.cost().tokens()
                : new ResultMeter(policy.get(Policy.ESTIMATOR), isSumOfCopies).decidingTokens(measured.result());
        return new SlimmedResult(measured, tokens, "within the budget after slimming");
    }

    /** Returns the bytes above which a result cannot pass. */
    private static int maxBytes(Policy policy, Budget budget) {
        Integer maxPassedBytes = policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD);
        return maxPassedBytes == null ? budget.bytes() : Math.max(maxPassedBytes, budget.bytes());
    }

    /** Returns the result with {@code _meta} that leads to the original, which {@code page} describes. */
    public SegmentedText withMeta(Policy policy, Budget budget, Slice page, int removedMembers) {
        return AnswerMeta.slimmed(
                measured.result(),
                policy,
                tokens(),
                budget.tokens(),
                page,
                new AnswerMeta.RemovedMembers(removedMembers, ""));
    }
}
