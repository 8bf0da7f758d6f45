package dev.plimsoll.gateway.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.BreakerConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests the identity of a server. Snapshots belong to a caller at a server ({@code token ann@IDENTITY}), so servers
 * with the same identity share them.
 */
class IdentitiesTest {

    private static final byte[] KEY = "a key of length thirty-two bytes".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER_KEY = new byte[32];
    private static final ServerConfig CRM = program("crm", List.of("crm", "--db", "eu"), Map.of("TOKEN", "t"));

    private static ServerConfig program(String name, List<String> command, Map<String, String> env) {
        return new ServerConfig(
                name, command, env, null, null, Map.of(), TimeoutConfig.DEFAULT, null, null, BreakerConfig.DEFAULT);
    }

    private static ServerConfig remote(@Nullable String url, Map<String, String> headers) {
        URI uri = url == null ? null : URI.create(url);
        return new ServerConfig(
                "crm",
                List.of(),
                Map.of(),
                null,
                uri,
                headers,
                TimeoutConfig.DEFAULT,
                null,
                null,
                BreakerConfig.DEFAULT);
    }

    private static String identity(ServerConfig serverConfig) {
        return ServerIdentity.of(serverConfig, KEY);
    }

    @Test
    void nameAndTimeoutsDoNotChangeIdentity() {
        ServerConfig renamed = new ServerConfig(
                "customers",
                CRM.command(),
                CRM.env(),
                Path.of("/srv"),
                null,
                Map.of(),
                new TimeoutConfig(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1)),
                60,
                null,
                BreakerConfig.DEFAULT);
        assertThat(identity(renamed)).isEqualTo(identity(CRM)).matches("[0-9a-f]{32}");
    }

    @Test
    void commandAndEnvironmentChangeIdentity() {
        List<ServerConfig> servers = List.of(
                CRM,
                program("crm", List.of("crm", "--db", "us"), CRM.env()),
                program("crm", List.of("crm", "--db eu"), CRM.env()),
                program("crm", List.of("crm", "--db"), CRM.env()),
                program("crm", List.of("cr", "m--db", "eu"), CRM.env()),
                program("crm", CRM.command(), Map.of("TOKEN", "u")),
                program("crm", CRM.command(), Map.of("OTHER", "t")),
                program("crm", CRM.command(), Map.of("TOKENt", "")),
                program("crm", CRM.command(), Map.of()),
                program("crm", List.of("crm", "--db", "eu", "TOKEN", "t"), Map.of()),
                remote("http://crm.example/mcp", Map.of()),
                remote("http://crm.example/mcp", Map.of("X-Tenant", "1")),
                remote("http://crm.example/mcp", Map.of("X-Tenant", "2")),
                remote("http://crm.example/mcp2", Map.of()),
                remote(null, Map.of()));
        assertThat(servers.stream().map(IdentitiesTest::identity)).doesNotHaveDuplicates();
    }

    @Test
    void environmentOrderDoesNotMatter() {
        Map<String, String> order = new LinkedHashMap<>(Map.of("A", "1"));
        order.put("B", "2");
        Map<String, String> reverseOrder = new LinkedHashMap<>(Map.of("B", "2"));
        reverseOrder.put("A", "1");
        assertThat(identity(program("crm", CRM.command(), order)))
                .isEqualTo(identity(program("crm", CRM.command(), reverseOrder)));
    }

    @Test
    void keyChangesIdentity() {
        assertThat(ServerIdentity.of(CRM, OTHER_KEY)).isNotEqualTo(identity(CRM));
    }

    /**
     * Checks the names that a caller had under earlier keys. Cursors from that time belong to these names.
     */
    @Test
    void returnsNamesUnderPreviousKeys() {
        Identities identities = new Identities(List.of(KEY, OTHER_KEY));
        ServerConfig files = program("files", List.of("files"), Map.of());
        String currentIdentity = identities.of(CRM);
        assertThat(currentIdentity).isEqualTo(identity(CRM));
        assertThat(identities.of(files)).isEqualTo(identity(files));
        assertThat(identities.previousNames("token ann@" + currentIdentity))
                .containsExactly("token ann@" + ServerIdentity.of(CRM, OTHER_KEY));
        assertThat(identities.previousNames("token ann@unknown")).isEmpty();
    }

    @Test
    void returnsNoNamesWithoutPreviousKeys() {
        Identities identities = new Identities(List.of(KEY));
        assertThat(identities.previousNames("token ann@" + identities.of(CRM))).isEmpty();
    }
}
