package dev.plimsoll.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.rate.RateStore;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitsTest {

    private final RateLimits limits = RateLimits.counted(Map.of("crm", 3), RateStore.inMemory(() -> -5));

    @Test
    void countsCallsOfLimitedServers() {
        for (int i = 0; i < 3; i++) {
            assertThat(limits.takeOfServer("crm")).isZero();
        }
        assertThat(limits.takeOfServer("crm")).isEqualTo(20);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limits.takeOfServer("files")).isZero();
        }
    }

    @Test
    void countsCallersAndServersSeparately() {
        assertThat(limits.take("server", "crm", 1)).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(limits.takeOfServer("crm")).isZero();
        }
    }

    @Test
    void preservesCountsWhenLimitsChange() {
        limits.takeOfServer("crm");
        limits.set(Map.of("crm", 1));
        assertThat(limits.ofServer("crm")).isEqualTo(1);
        assertThat(limits.takeOfServer("crm")).isZero();
        assertThat(limits.takeOfServer("crm")).isEqualTo(60);
    }
}
