package dev.plimsoll;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.CallGate;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotOrigin;

/** What callers of one tier may do who pass the gate: call a tool, and read on in what one gave. */
record CallerAccess(Policies policies, Tier tier, CallGate gate) {

    /** Throws {@link RefusedException} for a tool that asks for more. */
    void requireCall(ToolCall call) {
        Policy policy = policies.of(call.server(), call.tool()).policy();
        require(Tier.askedBy(policy, call.hints()), call.tool(), "the tool " + call.tool() + " needs the tier ");
        gate.require(call.server(), call.tool());
    }

    /**
     * The same for a kept result: what its tool asked for then, and what the policy asks for now. What was kept before this
     * was noted is judged as a result of a tool that nobody knows.
     */
    void requireReading(SnapshotOrigin snapshotOrigin) {
        Policy now = policies.of(snapshotOrigin.server(), snapshotOrigin.tool()).policy();
        Tier then = Tier.named(snapshotOrigin.tier());
        Tier needed = then == null ? Tier.askedBy(now, ToolHints.UNSEEN) : then.or(Tier.askedBy(now, ToolHints.READS));
        require(needed, snapshotOrigin.tool(), "this is a result of " + snapshotOrigin.tool() + ", which needs the tier ");
        gate.require(snapshotOrigin.server(), snapshotOrigin.tool());
    }

    private void require(Tier needed, String tool, String sentence) {
        if (!tier.allows(needed)) {
            throw new RefusedException(
                            ErrorCode.FORBIDDEN,
                            sentence + needed + "; yours is " + tier,
                            "a tool that tools/list shows; or have a caller of the tier " + needed + " call this one")
                    .detail("tool", tool)
                    .detail("needed", needed.toString())
                    .detail("tier", tier.toString());
        }
    }
}
