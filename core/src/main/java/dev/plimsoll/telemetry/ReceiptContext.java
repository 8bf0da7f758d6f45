package dev.plimsoll.telemetry;

import java.util.Objects;

/**
 * What a receipt belongs to.
 *
 * @param client what the client calls itself; empty when it does not say
 * @param modern whether its request says all about itself, as from 2026-07-28 on
 * @param style the form that the policy asks for
 * @param sourceMillis how long the upstream took to answer; 0 for what needed no upstream
 * @param kept the same number for a call whose result was kept and for all that reads on in it; 0 when nothing was kept.
 *     It opens nothing
 * @param items of the result, where somebody has counted them; else -1
 * @param failed whether the tool itself says that it failed
 * @param reads whether it reads on in what is kept, or tries to
 * @param rollout where it stands while the policy is rolled out
 * @param exact whether the tokens of its result and of its answer are counted by o200k_base; else they are about right
 */
public record ReceiptContext(
        String client,
        boolean modern,
        String style,
        long sourceMillis,
        long kept,
        long items,
        boolean failed,
        boolean reads,
        Rollout rollout,
        boolean exact) {

    public ReceiptContext {
        Objects.requireNonNull(rollout, "rollout");
    }

    /** Of a request that the policy acts on like on all, with tokens that are estimates. */
    public ReceiptContext(
            String client,
            boolean modern,
            String style,
            long sourceMillis,
            long kept,
            long items,
            boolean failed,
            boolean reads) {
        this(client, modern, style, sourceMillis, kept, items, failed, reads, Rollout.NONE, false);
    }
}
