package dev.plimsoll.gateway.log;

import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Logs every decision as one line. */
public final class DecisionLog implements GuardListener {

    private final Log log;

    public DecisionLog(Log log) {
        this.log = log;
    }

    @Override
    public void onGuarded(Receipt receipt) {
        LogSeverity logSeverity = receipt.outcome() == OutcomeKind.ERROR ? LogSeverity.WARN : LogSeverity.INFO;
        if (!log.isEnabled(logSeverity)) {
            return;
        }
        boolean hasOtherSize = receipt.answerBytes() != receipt.originalBytes() && receipt.originalBytes() > 0;
        boolean isReduced = hasOtherSize && receipt.outcome() != OutcomeKind.PASSED;
        List<Object> facts = new ArrayList<>(32);
        add(facts, "server", receipt.server(), "tool", receipt.tool());
        add(facts, "outcome", receipt.outcome().recordName(), "tokens", receipt.answerTokens());
        if (isReduced) {
            add(facts, "originalTokens", receipt.originalTokens());
        }
        add(facts, "bytes", receipt.answerBytes());
        if (isReduced) {
            add(facts, "originalBytes", receipt.originalBytes(), "reductionPercent", reductionPercent(receipt));
        }
        add(facts, "exact", receipt.context().isExact());
        addRollout(receipt.context().rollout(), facts);
        add(facts, "micros", receipt.nanos() / 1_000, "why", receipt.reason());
        log.log(logSeverity, "answered", facts.toArray());
    }

    private static void add(List<Object> facts, Object... newFacts) {
        facts.addAll(Arrays.asList(newFacts));
    }

    private static void addRollout(Rollout rollout, List<Object> facts) {
        if (rollout.arm() != Arm.NONE) {
            add(facts, "arm", rollout.arm().recordName());
        }
        ShadowAnswer shadowAnswer = rollout.shadowAnswer();
        if (shadowAnswer != null) {
            add(facts, "wouldBe", shadowAnswer.outcome().recordName(), "wouldBeTokens", shadowAnswer.tokens());
        }
    }

    /** Returns the reduction in percent, rounded down to a tenth: 100 means that nothing is left. */
    private static String reductionPercent(Receipt receipt) {
        long tokens = Math.max(1, receipt.originalTokens());
        long tenths = Math.max(0, 1_000 - (1_000 * receipt.answerTokens() + tokens - 1) / tokens);
        return tenths / 10 + "." + tenths % 10;
    }
}
