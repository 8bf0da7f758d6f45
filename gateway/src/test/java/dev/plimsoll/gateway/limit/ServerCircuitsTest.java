package dev.plimsoll.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerCircuitsTest {

    private final ServerCircuits circuits = ServerCircuits.of(
            List.of(
                    ServerConfig.of("crm", URI.create("http://127.0.0.1:1/mcp")),
                    ServerConfig.of("files", List.of("ls"))),
            () -> 0);

    @Test
    void refusesWithTimeToWait() {
        for (int i = 0; i < 5; i++) {
            assertThat(circuits.tryCall("crm")).isNull();
            circuits.onFailure("crm");
        }
        RefusedException refusal = circuits.tryCall("crm");
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(ErrorCode.UPSTREAM_UNAVAILABLE);
        assertThat(refusal.suggestion()).isEqualTo("repeat the call in 30 s");
        assertThat(circuits.tryCall("files")).as("another server").isNull();
        assertThat(circuits.ejections()).containsEntry("crm", 1L).containsEntry("files", 0L);
    }

    @Test
    void timeoutsOfServersThatPlimsollStartsAreNoFailures() {
        for (int i = 0; i < 5; i++) {
            circuits.onTimeout("crm");
            circuits.onTimeout("files");
        }
        assertThat(circuits.tryCall("crm")).isNotNull();
        assertThat(circuits.tryCall("files")).isNull();
    }

    @Test
    void neverRefusesUnknownServers() {
        for (int i = 0; i < 10; i++) {
            assertThat(ServerCircuits.OFF.onFailure("crm")).isFalse();
        }
        assertThat(ServerCircuits.OFF.tryCall("crm")).isNull();
    }
}
