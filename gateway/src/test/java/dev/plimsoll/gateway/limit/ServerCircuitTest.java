package dev.plimsoll.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.BreakerConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerCircuitTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final ServerCircuit circuit = new ServerCircuit(BreakerConfig.DEFAULT, nanos::get);

    private void advance(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    /** Reports failures, and returns whether the last one ejected the server. */
    private boolean fail(int times) {
        boolean isEjected = false;
        for (int i = 0; i < times; i++) {
            isEjected = circuit.onFailure();
        }
        return isEjected;
    }

    /** Waits until an ejection of this length ends, and reports that the trial call failed. */
    private void failTrialAfter(long seconds) {
        advance(seconds - 1);
        assertThat(circuit.tryCall()).isEqualTo(1);
        advance(1);
        assertThat(circuit.tryCall()).isZero();
        assertThat(circuit.onFailure()).isTrue();
    }

    @Test
    void ejectsAfterFiveFailuresInARow() {
        assertThat(fail(4)).isFalse();
        circuit.onSuccess();
        assertThat(fail(4)).isFalse();
        assertThat(circuit.tryCall()).isZero();
        assertThat(fail(1)).isTrue();
        assertThat(circuit.tryCall()).isEqualTo(30);
        assertThat(circuit.ejections()).isEqualTo(1);
    }

    @Test
    void ejectionsGrowToTheLongestTime() {
        fail(5);
        for (long seconds : new long[] {30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 300, 300}) {
            failTrialAfter(seconds);
        }
        assertThat(circuit.ejections()).isEqualTo(13);
    }

    @Test
    void triesOneCallAfterTheEjection() {
        fail(5);
        advance(30);
        assertThat(circuit.secondsToWait()).isZero();
        assertThat(circuit.tryCall()).isZero();
        assertThat(circuit.tryCall()).as("while the trial runs").isEqualTo(1);
        circuit.onSuccess();
        assertThat(circuit.tryCall()).isZero();
        assertThat(circuit.tryCall()).isZero();
    }

    @Test
    void triesAnotherCallIfTheTrialHasNoOutcome() {
        fail(5);
        advance(30);
        assertThat(circuit.tryCall()).isZero();
        advance(29);
        assertThat(circuit.tryCall()).isEqualTo(1);
        advance(1);
        assertThat(circuit.tryCall()).isZero();
    }

    @Test
    void lateOutcomesDoNotChangeAnEjection() {
        fail(5);
        assertThat(fail(20)).isFalse();
        circuit.onSuccess();
        assertThat(circuit.tryCall()).isEqualTo(30);
        assertThat(circuit.ejections()).isEqualTo(1);
    }

    @Test
    void forgetsEarlierEjectionsOverTime() {
        fail(5);
        failTrialAfter(30);
        failTrialAfter(60);
        assertThat(circuit.tryCall()).isEqualTo(90);
        advance(90);
        assertThat(circuit.tryCall()).isZero();
        circuit.onSuccess();
        advance(60);
        fail(5);
        assertThat(circuit.tryCall()).as("two of three are forgotten").isEqualTo(60);
    }

    @Test
    void newSettingsTakeEffect() {
        circuit.configure(new BreakerConfig(2, Duration.ofSeconds(5), Duration.ofSeconds(7)));
        fail(2);
        assertThat(circuit.tryCall()).isEqualTo(5);
        circuit.configure(new BreakerConfig(0, Duration.ofSeconds(5), Duration.ofSeconds(7)));
        assertThat(circuit.tryCall()).isZero();
        assertThat(fail(100)).isFalse();
        assertThat(circuit.tryCall()).isZero();
    }
}
