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
    private static String id(ToolCall call) {
        if (!call.session().isEmpty()) {
            return "session " + call.session();
        }
        return call.caller().isEmpty() ? "" : "caller " + call.caller();
    }

    /** Returns what the session has left for the next answer; null if the policy sets no budget, or the session is unknown. */
    @Nullable Allowance allowance(ToolCall call, Policy policy) {
        Integer budget = policy.find(Policy.SESSION_BUDGET);
        String id = budget == null ? "" : id(call);
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
            return before.after(ledger.add(id(call), tokens));
        } catch (RuntimeException e) {
            return before.after(before.spent() + tokens);
        }
    }

    /**
     * Returns whether a call whose result does not fit was made too often in succession. Calls are compared by their
     * arguments.
     */
    boolean tooOften(ToolCall call, ReadArguments asked) {
        String id = id(call);
        if (id.isEmpty() || call.argumentsHash().isEmpty()) {
            return false;
        }
        String made = call.server() + '/' + call.tool() + ' ' + call.argumentsHash() + ' ' + asked.hashCode();
        return repeats.again(id, made) >= RepeatDetector.TOO_OFTEN;
    }

    /** Notes another call, which ends a sequence of equal calls. */
    void other(ToolCall call) {
        String id = id(call);
        if (!id.isEmpty()) {
            repeats.other(id);
        }
    }
}
