package dev.plimsoll.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.RatesContract;
import org.junit.jupiter.api.Test;

class InMemoryRateStoreTest extends RatesContract {

    @Override
    protected RateStore open() {
        return RateStore.inMemory(this::nanos);
    }

    @Test
    void limitsTheNumberOfCallers() {
        InMemoryRateStore rates = new InMemoryRateStore(this::nanos);
        for (int i = 0; i < 3 * InMemoryRateStore.MOST; i++) {
            rates.take("caller " + i, "t", 1);
        }
        assertThat(rates.known()).isEqualTo(InMemoryRateStore.MOST);
    }
}
