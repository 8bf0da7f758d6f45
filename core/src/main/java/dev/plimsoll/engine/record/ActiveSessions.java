package dev.plimsoll.engine.record;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.view.ReadArguments;
import org.jspecify.annotations.Nullable;

/** Budgets and repeated calls of sessions. A call without a session belongs to the session of its caller. */
public record ActiveSessions(SessionLedger ledger, RepeatDetector repeats) {

    /** Returns the key of the session or caller; empty if neither is known. */
    private static String sessionKey(ToolCall call) {
        if (!call.session().isEmpty()) {
            return "session " + call.session();
        }
        return call.caller().isEmpty() ? "" : "caller " + call.caller();
    }

    /** Returns the session's allowance for the next answer; null if the policy sets no budget, or the session is unknown. */
    public @Nullable Allowance allowance(ToolCall call, Policy policy) {
        Integer budget = policy.find(Policy.SESSION_BUDGET);
        String key = budget == null ? "" : sessionKey(call);
        if (budget == null || key.isEmpty()) {
            return null;
        }
        try {
            return new Allowance(budget, ledger.spent(key));
        } catch (RuntimeException e) {
            // a caller still gets an answer if the ledger is unreachable
            return null;
        }
    }

    /** Adds the tokens of an answer to those that the session has spent, and returns the new allowance. */
    Allowance spend(ToolCall call, Allowance oldAllowance, long tokens) {
        try {
            return oldAllowance.withSpent(ledger.add(sessionKey(call), tokens));
        } catch (RuntimeException e) {
            return oldAllowance.withSpent(oldAllowance.spent() + tokens);
        }
    }

    /**
     * Counts a call whose result is shaped, and returns whether equal calls were made too often in
     * succession. Calls are equal if their tools and arguments are.
     */
    public boolean recordShapedCall(ToolCall call, ReadArguments readArguments) {
        String key = sessionKey(call);
        if (key.isEmpty() || call.argumentsHash().isEmpty()) {
            return false;
        }
        String callKey =
                call.server() + '/' + call.tool() + ' ' + call.argumentsHash() + ' ' + readArguments.hashCode();
        return repeats.recordCall(key, callKey) >= RepeatDetector.REPEAT_THRESHOLD;
    }

    /** Ends a sequence of equal calls, because another call was made. */
    void endRepeats(ToolCall call) {
        String key = sessionKey(call);
        if (!key.isEmpty()) {
            repeats.reset(key);
        }
    }
}
