package dev.plimsoll.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.rate.RateStore;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitsTest {

    private final RateLimits limits = RateLimits.withStore(Map.of("crm", 3), RateStore.inMemory(() -> -5));

    @Test
    void countsCallsOfLimitedServers() {
        for (int i = 0; i < 3; i++) {
            assertThat(limits.takeForServer("crm")).isZero();
        }
        assertThat(limits.takeForServer("crm")).isEqualTo(20);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limits.takeForServer("files")).isZero();
        }
    }

    @Test
    void countsCallersAndServersSeparately() {
        // a caller with the name "server" calls a tool with the name of the server
        assertThat(limits.take("server", "crm", 1)).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(limits.takeForServer("crm")).isZero();
        }
    }

    @Test
    void preservesCountsWhenLimitsChange() {
        limits.takeForServer("crm");
        limits.replaceServerLimits(Map.of("crm", 1));
        assertThat(limits.serverLimit("crm")).isEqualTo(1);
        assertThat(limits.takeForServer("crm")).isZero();
        assertThat(limits.takeForServer("crm")).isEqualTo(60);
    }
}
