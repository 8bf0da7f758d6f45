package dev.plimsoll;

import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.session.RepeatDetector;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.view.ReadArguments;
import org.jspecify.annotations.Nullable;

/** What is known of the conversations that calls belong to: by their session, or by their caller where there is none. */
record ActiveSessions(SessionLedger ledger, RepeatDetector repeats) {

    /** Empty where nobody is known. */
    private static String id(ToolCall call) {
        if (!call.session().isEmpty()) {
            return "session " + call.session();
        }
        return call.caller().isEmpty() ? "" : "caller " + call.caller();
    }

    /** What the next answer may cost; null where the policy sets no budget, or nobody is known. */
    @Nullable Allowance allowance(ToolCall call, Policy policy) {
        Integer budget = policy.find(Policy.SESSION_BUDGET);
        String id = budget == null ? "" : id(call);
        if (budget == null || id.isEmpty()) {
            return null;
        }
        try {
            return new Allowance(budget, ledger.spent(id));
        } catch (RuntimeException e) {
            // a ledger out of reach costs nobody an answer
            return null;
        }
    }

    /** How it stands after an answer of so many tokens. */
    Allowance spend(ToolCall call, Allowance before, long tokens) {
        try {
            return before.after(ledger.add(id(call), tokens));
        } catch (RuntimeException e) {
            return before.after(before.spent() + tokens);
        }
    }

    /** Whether a call whose result does not fit was made too often in a row. Which call it is shows in its arguments alone. */
    boolean tooOften(ToolCall call, ReadArguments asked) {
        String id = id(call);
        if (id.isEmpty() || call.argumentsHash().isEmpty()) {
            return false;
        }
        String made = call.server() + '/' + call.tool() + ' ' + call.argumentsHash() + ' ' + asked.hashCode();
        return repeats.again(id, made) >= RepeatDetector.TOO_OFTEN;
    }

    /** The conversation goes on with something else. */
    void other(ToolCall call) {
        String id = id(call);
        if (!id.isEmpty()) {
            repeats.other(id);
        }
    }
}
