package dev.plimsoll.engine.snapshot;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.CallFacts;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.telemetry.Rollout;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a result that is stored.
 *
 * @param name name of the resource or prompt; empty for the result of a tool
 * @param call facts about the call that returned it
 */
record SnapshotFacts(SnapshotOrigin origin, Policy policy, Rollout rollout, String name, CallFacts call) {

    /**
     * Maximum bytes of the arguments of a call that are stored with its result; longer arguments are not
     * stored.
     */
    private static final int MAX_STORED_ARGUMENTS = 16 << 10;

    static SnapshotFacts of(Call call, String name) {
        Policy policy = call.storagePolicy();
        return new SnapshotFacts(
                originOf(call, policy),
                policy,
                call.rollout(),
                name,
                call.request().facts());
    }

    /** Returns the facts about a list that is read from a source. */
    static SnapshotFacts ofList(Call call, Policy policy) {
        return new SnapshotFacts(originOf(call, policy), policy, call.rollout(), "", CallFacts.UNKNOWN);
    }

    private static SnapshotOrigin originOf(Call call, Policy policy) {
        ToolCall request = call.request();
        Tier requiredTier = Tier.requiredBy(policy, request.hints());
        return new SnapshotOrigin(
                request.caller(),
                request.server(),
                request.tool(),
                requiredTier.toString(),
                request.argumentsHash(),
                request.settings().holder());
    }

    /**
     * Returns the arguments with which further pages of the result can be read later; null for a
     * joined result or a resource, or if the arguments are unknown or too long.
     */
    @Nullable Slice storedArguments() {
        Slice sentArguments = call.collected() == null && name.isEmpty() ? call.sentArguments() : null;
        return sentArguments == null || sentArguments.length() > MAX_STORED_ARGUMENTS ? null : sentArguments;
    }
}
