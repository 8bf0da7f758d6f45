package dev.plimsoll.gateway.log;

import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.telemetry.Receipt;

/** Every decision as one line. */
public final class DecisionLog implements GuardListener {

    private final Log log;

    public DecisionLog(Log log) {
        this.log = log;
    }

    @Override
    public void onGuarded(Receipt receipt) {
        Level level = receipt.outcome() == Outcome.ERROR ? Level.WARN : Level.INFO;
        if (!log.says(level)) {
            return;
        }
        boolean shaped = receipt.answerBytes() != receipt.originalBytes() && receipt.originalBytes() > 0;
        if (receipt.outcome() == Outcome.PASSED || !shaped) {
            log.say(
                    level,
                    "answered",
                    "server",
                    receipt.server(),
                    "tool",
                    receipt.tool(),
                    "outcome",
                    receipt.outcome().word(),
                    "tokens",
                    receipt.answerTokens(),
                    "bytes",
                    receipt.answerBytes(),
                    "micros",
                    receipt.nanos() / 1_000,
                    "why",
                    receipt.why());
            return;
        }
        log.say(
                level,
                "answered",
                "server",
                receipt.server(),
                "tool",
                receipt.tool(),
                "outcome",
                receipt.outcome().word(),
                "tokens",
                receipt.answerTokens(),
                "originalTokens",
                receipt.originalTokens(),
                "bytes",
                receipt.answerBytes(),
                "originalBytes",
                receipt.originalBytes(),
                "reductionPercent",
                percent(receipt),
                "micros",
                receipt.nanos() / 1_000,
                "why",
                receipt.why());
    }

    /** Rounded down to a tenth: only what is gone altogether is 100. */
    private static String percent(Receipt receipt) {
        long tokens = Math.max(1, receipt.originalTokens());
        long tenths = Math.max(0, 1_000 - (1_000 * receipt.answerTokens() + tokens - 1) / tokens);
        return tenths / 10 + "." + tenths % 10;
    }
}
