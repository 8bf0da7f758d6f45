package dev.plimsoll;

import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.view.ReadArguments;
import org.jspecify.annotations.Nullable;

/** Budgets and repeated calls of sessions. A call without a session belongs to the session of its caller. */
record ActiveSessions(SessionLedger ledger, RepeatDetector repeats) {

    /** Returns the key of the session or caller; empty if neither is known. */
    private static String sessionKey(ToolCall call) {
        if (!call.session().isEmpty()) {
            return "session " + call.session();
        }
        return call.caller().isEmpty() ? "" : "caller " + call.caller();
    }

    /** Returns what the session has left for the next answer; null if the policy sets no budget, or the session is unknown. */
    @Nullable Allowance allowance(ToolCall call, Policy policy) {
        Integer budget = policy.find(Policy.SESSION_BUDGET);
        String id = budget == null ? "" : sessionKey(call);
        if (budget == null || id.isEmpty()) {
            return null;
        }
        try {
            return new Allowance(budget, ledger.spent(id));
        } catch (RuntimeException e) {
            // an unreachable ledger must not cost a caller the answer
            return null;
        }
    }

    /** Returns the allowance after an answer of this many tokens. */
    Allowance spend(ToolCall call, Allowance before, long tokens) {
        try {
            return before.withSpent(ledger.add(sessionKey(call), tokens));
        } catch (RuntimeException e) {
            return before.withSpent(before.spent() + tokens);
        }
    }

    /**
     * Returns whether a call whose result does not fit was made too often in succession. Calls are compared by their
     * arguments.
     */
    boolean isRepeatedTooOften(ToolCall call, ReadArguments asked) {
        String id = sessionKey(call);
        if (id.isEmpty() || call.argumentsHash().isEmpty()) {
            return false;
        }
        String made = call.server() + '/' + call.tool() + ' ' + call.argumentsHash() + ' ' + asked.hashCode();
        return repeats.recordCall(id, made) >= RepeatDetector.REPEAT_THRESHOLD;
    }

    /** Notes another call, which ends a sequence of equal calls. */
    void endRepeats(ToolCall call) {
        String id = sessionKey(call);
        if (!id.isEmpty()) {
            repeats.reset(id);
        }
    }
}
