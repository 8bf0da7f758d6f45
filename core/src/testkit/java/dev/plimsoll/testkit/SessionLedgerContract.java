package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.session.SessionLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests that every {@link SessionLedger} must pass. Extend it, and open a ledger that uses {@link #clock}. */
public abstract class SessionLedgerContract {

    /** The maximum number of sessions that the tested ledger remembers. */
    protected static final int MAX_SESSIONS = 100;

    /** The time for which the tested ledger remembers an idle session. */
    protected static final Duration IDLE = Duration.ofMinutes(10);

    protected final FakeClock clock = new FakeClock();

    /** Opens an empty ledger that remembers {@link #MAX_SESSIONS} sessions for {@link #IDLE}. */
    protected abstract SessionLedger open();

    @Test
    void countsEachSessionSeparately() {
        SessionLedger ledger = open();

        assertThat(ledger.spent("a")).isZero();
        assertThat(ledger.add("a", 300)).isEqualTo(300);
        assertThat(ledger.add("b", 5)).isEqualTo(5);
        assertThat(ledger.add("a", 200)).isEqualTo(500);
        assertThat(ledger.spent("a")).isEqualTo(500);
        assertThat(ledger.spent("b")).isEqualTo(5);
    }

    @Test
    void countsBeyondTheRangeOfInt() {
        SessionLedger ledger = open();
        ledger.add("a", Integer.MAX_VALUE);

        assertThat(ledger.add("a", Integer.MAX_VALUE)).isEqualTo(2L * Integer.MAX_VALUE);
    }

    @Test
    void acceptsAnySessionName() {
        SessionLedger ledger = open();
        List<String> names = List.of("", " ", "a:b", "a", "ü{}*\n", "x".repeat(10_000));
        names.forEach(name -> ledger.add(name, 1));

        assertThat(names).allMatch(name -> ledger.spent(name) == 1);
    }

    @Test
    void forgetsIdleSessions() {
        SessionLedger ledger = open();
        ledger.add("a", 300);
        clock.advance(IDLE.minusSeconds(1));
        assertThat(ledger.spent("a")).isEqualTo(300);
        ledger.add("a", 1);
        clock.advance(IDLE.minusSeconds(1));
        assertThat(ledger.spent("a")).isEqualTo(301);
        clock.advance(Duration.ofSeconds(1));

        assertThat(ledger.spent("a")).isZero();
        assertThat(ledger.add("a", 7)).isEqualTo(7);
    }

    @Test
    void countsConcurrentAdditions() throws InterruptedException {
        SessionLedger ledger = open();
        CountDownLatch ready = new CountDownLatch(4);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                ready.countDown();
                for (int n = 0; n < 500; n++) {
                    ledger.add("a", 3);
                }
            });
            threads.add(thread);
            thread.start();
        }
        ready.await();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(ledger.spent("a")).isEqualTo(6_000);
    }
}
