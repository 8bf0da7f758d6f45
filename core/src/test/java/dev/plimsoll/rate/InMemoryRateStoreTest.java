package dev.plimsoll.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.RateStoreContract;
import org.junit.jupiter.api.Test;

class InMemoryRateStoreTest extends RateStoreContract {

    @Override
    protected RateStore open() {
        return RateStore.inMemory(this::nanos);
    }

    @Test
    void limitsTheNumberOfCallers() {
        InMemoryRateStore rates = new InMemoryRateStore(this::nanos);
        for (int i = 0; i < 3 * InMemoryRateStore.MAX_CALLERS; i++) {
            rates.take("caller " + i, "t", 1);
        }
        assertThat(rates.callerCount()).isEqualTo(InMemoryRateStore.MAX_CALLERS);
    }
}
