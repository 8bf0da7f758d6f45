package dev.plimsoll.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.SessionLedgerContract;
import org.junit.jupiter.api.Test;

class InMemorySessionLedgerContractTest extends SessionLedgerContract {

    @Override
    protected SessionLedger open() {
        return SessionLedger.inMemory(MAX_SESSIONS, IDLE, clock);
    }

    @Test
    void removesTheLeastRecentlyUsedSessions() {
        SessionLedger ledger = open();
        ledger.add("used", 1);
        for (int i = 0; i < 10 * MAX_SESSIONS; i++) {
            ledger.add("session " + i, 1);
            ledger.add("used", 1);
        }

        assertThat(ledger.spent("used")).isEqualTo(10L * MAX_SESSIONS + 1);
        assertThat(ledger.spent("session 0")).isZero();
        assertThat(ledger.spent("session " + (10 * MAX_SESSIONS - 1))).isEqualTo(1);
    }
}
