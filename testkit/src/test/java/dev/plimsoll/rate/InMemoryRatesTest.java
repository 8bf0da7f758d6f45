package dev.plimsoll.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.RatesContract;
import org.junit.jupiter.api.Test;

class InMemoryRatesTest extends RatesContract {

    @Override
    protected Rates open() {
        return Rates.inMemory(this::nanos);
    }

    @Test
    void remembersSoManyCallersAndNoMore() {
        InMemoryRates rates = new InMemoryRates(this::nanos);
        for (int i = 0; i < 3 * InMemoryRates.MOST; i++) {
            rates.take("caller " + i, "t", 1);
        }
        assertThat(rates.known()).isEqualTo(InMemoryRates.MOST);
    }
}
