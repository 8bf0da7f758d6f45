package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.telemetry.Rollout;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Call that the engine answers, with the policies and limits that apply to it from its start to its outcome.
 *
 * @param request the call as the host passed it; in a follow-up read, its server and tool are those that
 *     returned the result
 * @param policies the policies in force
 * @param configuredPolicy the policy of the tool, as it acts on this call
 * @param policy the configured policy, with limits lowered to the session's allowance
 * @param allowance the session's allowance for the answer; null if it has no budget
 * @param rollout the arm of the call
 * @param received the result, or the arguments of a follow-up read, as received
 * @param kind kind of the received bytes
 * @param reuse reuse of the result: from another call, or for other calls
 * @param startNanos time at which the engine got the call
 */
public record Call(
        ToolCall request,
        Policies policies,
        ToolPolicy configuredPolicy,
        ToolPolicy policy,
        @Nullable Allowance allowance,
        Rollout rollout,
        Slice received,
        Kind kind,
        Reuse reuse,
        long startNanos) {

    /** Kind of the received bytes. */
    public enum Kind {
        RESULT,

        /** Only the beginning of a result, which never passes as the complete result. */
        PARTIAL,

        /** Arguments of a follow-up read. */
        READ
    }

    /**
     * Reuse of a result.
     *
     * @param minTtl the minimum time for which an unread snapshot is stored; the policy's own time applies if
     *     it is longer
     * @param hit the origin of a result that another call returned; null if the call ran its tool
     */
    public record Reuse(Duration minTtl, @Nullable CacheHitInfo hit) {

        /** No reuse. */
        static final Reuse NONE = new Reuse(Duration.ZERO, null);
    }

    /** Creates a call, whose limits are lowered to the session's allowance. */
    public static Call create(
            ToolCall request,
            Policies policies,
            ToolPolicy configuredPolicy,
            Rollout rollout,
            @Nullable Allowance allowance,
            Slice received) {
        ToolPolicy policy = allowance == null
                ? configuredPolicy
                : configuredPolicy.with(allowance.applyTo(configuredPolicy.policy()));
        long startNanos = System.nanoTime();
        return new Call(
                request,
                policies,
                configuredPolicy,
                policy,
                allowance,
                rollout,
                received,
                Kind.RESULT,
                Reuse.NONE,
                startNanos);
    }

    /** Returns the policy in force for the call. */
    public Policy effectivePolicy() {
        return policy.policy();
    }

    /** Returns the budget in force for the answer. */
    public Budget budget() {
        return effectivePolicy().budget(request.maxTokens());
    }

    /** Returns the policy for storing the result. */
    public Policy storagePolicy() {
        Duration minTtl = reuse.minTtl();
        return minTtl.compareTo(effectivePolicy().get(Policy.TTL)) <= 0
                ? effectivePolicy()
                : effectivePolicy().with(Policy.TTL, minTtl);
    }

    /** Returns a sentence if the session's budget lowers the answer's budget; else an empty string. */
    public String budgetNotice() {
        Allowance sessionAllowance = allowance;
        int configuredTokens =
                configuredPolicy.policy().budget(request.maxTokens()).tokens();
        return sessionAllowance != null && sessionAllowance.isBelow(configuredTokens) ? sessionAllowance.notice() : "";
    }

    /** Returns whether the received bytes are only the beginning of the result. */
    public boolean isPartial() {
        return kind == Kind.PARTIAL;
    }

    /** Returns whether the call reads a stored result. */
    public boolean isFollowUpRead() {
        return kind == Kind.READ;
    }

    /** Returns the origin of a result that another call returned; null if the call ran its tool. */
    public @Nullable CacheHitInfo cacheHit() {
        return reuse.hit();
    }

    /** Returns a copy whose received bytes are only the beginning of the result. */
    public Call asPartial() {
        return new Call(
                request,
                policies,
                configuredPolicy,
                policy,
                allowance,
                rollout,
                received,
                Kind.PARTIAL,
                reuse,
                startNanos);
    }

    /** Returns a copy that reads the stored result of the call {@code origin}, in the given arm of a rollout. */
    public Call asFollowUpRead(ToolCall origin, Rollout arm) {
        return new Call(
                origin, policies, configuredPolicy, policy, allowance, arm, received, Kind.READ, reuse, startNanos);
    }

    /** Returns a copy with another allowance, or with none; the policy stays the same. */
    public Call withAllowance(@Nullable Allowance newAllowance) {
        return new Call(
                request, policies, configuredPolicy, policy, newAllowance, rollout, received, kind, reuse, startNanos);
    }

    public Call withRollout(Rollout newRollout) {
        return new Call(
                request, policies, configuredPolicy, policy, allowance, newRollout, received, kind, reuse, startNanos);
    }

    public Call withReuse(Reuse newReuse) {
        return new Call(
                request, policies, configuredPolicy, policy, allowance, rollout, received, kind, newReuse, startNanos);
    }
}
