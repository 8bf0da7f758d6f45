package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Listed;
import dev.plimsoll.telemetry.Passage;
import dev.plimsoll.telemetry.Receipt;
import org.jspecify.annotations.Nullable;

/** Begins an exchange and tells the listener how it ended; what the listener throws is its own affair. */
final class Recorder {

    private final GuardListener listener;
    private final Sessions sessions;

    Recorder(GuardListener listener, Sessions sessions) {
        this.listener = listener;
        this.sessions = sessions;
    }

    Sessions sessions() {
        return sessions;
    }

    /** The same, where sessions are counted elsewhere. */
    Recorder counting(SessionLedger ledger) {
        return new Recorder(listener, new Sessions(ledger, sessions.repeats()));
    }

    Exchange begin(ToolCall call, Policy policy, Slice original) {
        return new Exchange(this, call, policy, original);
    }

    Exchange begin(ToolCall call, Stand stand, Slice original) {
        return begin(call, stand.policy().policy(), original).standing(stand.rollout());
    }

    void listed(Listed listed) {
        try {
            listener.onListed(listed);
        } catch (RuntimeException e) {
            // telemetry never fails a call
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    Guarded record(Receipt receipt, Passage passage, @Nullable Question question) {
        try {
            listener.onGuarded(receipt, passage);
        } catch (RuntimeException e) {
            // telemetry never fails a call
        }
        return new Guarded(passage.answer(), receipt, question);
    }
}
