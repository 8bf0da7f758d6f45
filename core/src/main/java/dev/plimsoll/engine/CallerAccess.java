package dev.plimsoll.engine;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.CallAuthorizer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotOrigin;

/** Checks whether a caller may call a tool or read its result: by the caller's tier and by the authorizer. */
record CallerAccess(Policies policies, Tier tier, CallAuthorizer authorizer) {

    /** Returns the permissions of the call's caller. */
    static CallerAccess of(ToolCall call, Policies policies) {
        return new CallerAccess(
                policies, call.settings().tier(), call.settings().authorizer());
    }

    /** Throws {@link RefusedException} if the tool is blocked, it needs a higher tier, or the authorizer refuses it. */
    void requireCall(ToolCall call) {
        Policy policy = policies.forTool(call.server(), call.tool()).policy();
        if (policy.get(Policy.BLOCKED)) {
            throw new RefusedException(
                            ErrorCode.FORBIDDEN,
                            "the tool " + call.tool() + " is switched off",
                            "a tool that tools/list shows; the operator can switch this one on: blocked: false")
                    .detail("tool", call.tool());
        }
        require(Tier.requiredBy(policy, call.hints()), call.tool(), "the tool " + call.tool() + " needs the tier ");
        authorizer.requireAllowed(call.server(), call.tool());
    }

    /**
     * Throws {@link RefusedException} if a snapshot needs a higher tier than the caller has. It needs the
     * tier that its tool needed when the snapshot was stored, or the tier that the policy requires now if
     * that is higher. A snapshot without a stored tier is treated as the result of an unknown tool.
     */
    void requireReading(SnapshotOrigin snapshotOrigin) {
        Policy currentPolicy =
                policies.forTool(snapshotOrigin.server(), snapshotOrigin.tool()).policy();
        Tier storedTier = Tier.find(snapshotOrigin.tier());
        Tier requiredTier = storedTier == null
                ? Tier.requiredBy(currentPolicy, ToolHints.UNKNOWN)
                : storedTier.max(Tier.requiredBy(currentPolicy, ToolHints.READ_ONLY));
        require(
                requiredTier,
                snapshotOrigin.tool(),
                "this is a result of " + snapshotOrigin.tool() + ", which needs the tier ");
        authorizer.requireAllowed(snapshotOrigin.server(), snapshotOrigin.tool());
    }

    private void require(Tier requiredTier, String tool, String sentence) {
        if (!tier.allows(requiredTier)) {
            throw new RefusedException(
                            ErrorCode.FORBIDDEN,
                            sentence + requiredTier + "; yours is " + tier,
                            "a tool that tools/list shows; or have a caller of the tier " + requiredTier
                                    + " call this one")
                    .detail("tool", tool)
                    .detail("needed", requiredTier.toString())
                    .detail("tier", tier.toString());
        }
    }
}
