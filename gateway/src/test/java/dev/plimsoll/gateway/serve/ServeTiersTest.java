package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.policy.Tier;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests {@code plimsoll serve} for callers of different tiers, in front of a real process. */
class ServeTiersTest {

    private final NewToken reader = NewToken.from(new SplittableRandom(1));
    private final NewToken writer = NewToken.from(new SplittableRandom(2));

    @TempDir
    Path folder;

    private ServeFixture startGateway() throws Exception {
        AccessConfig accessConfig = new AccessConfig(
                List.of(
                        new CallerToken("reader", reader.hash(), Tier.READ, null),
                        new CallerToken("writer", writer.hash(), Tier.READ_WRITE, null)),
                null,
                null,
                null,
                TrafficConfig.defaults(),
                AccessRules.NONE);
        return ServeFixture.of(ServeFixture.configuration(folder, "127.0.0.1:0", CursorConfig.Bind.CALLER, accessConfig)
                .with(ServerConfig.of("fixture", FixtureServer.command())));
    }

    private static List<String> toolNames(URI address, NewToken token) throws Exception {
        List<String> names = new ArrayList<>();
        TokenClient.requestInNewSession(address, token, "tools/list", "{}")
                .get("tools")
                .forEach(tool -> names.add(tool.get("name").asString()));
        return names;
    }

    @Test
    void callersSeeToolsOfTheirTier() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            URI address = URI.create(gateway.baseUrl() + "/mcp/fixture");
            assertThat(toolNames(address, reader)).containsExactly("echo", "text", "plimsoll_read");
            assertThat(toolNames(address, writer)).contains("echo", "list", "object", "plimsoll_read");

            String list = "{\"name\":\"list\",\"arguments\":{\"count\":3000}}";
            JsonNode refused = TokenClient.requestInNewSession(address, reader, "tools/call", list);
            assertThat(refused.get("isError").asBoolean()).isTrue();
            assertThat(refused.at("/content/0/text").asString()).contains("FORBIDDEN", "read_write");

            JsonNode answer = TokenClient.requestInNewSession(address, writer, "tools/call", list);
            String cursor = answer.at("/structuredContent/nextCursor").asString();
            JsonNode readByOtherCaller = TokenClient.requestInNewSession(
                    address,
                    reader,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
            assertThat(readByOtherCaller.get("isError").asBoolean()).isTrue();
        }
    }

    @Test
    void hubRespectsTiers() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            URI hub = URI.create(gateway.baseUrl() + "/mcp");
            assertThat(toolNames(hub, reader))
                    .contains("plimsoll_read", "fixture__echo", "fixture__text")
                    .doesNotContain("fixture__list", "fixture__object");
            JsonNode refused = TokenClient.requestInNewSession(
                    hub, reader, "tools/call", "{\"name\":\"fixture__list\",\"arguments\":{\"count\":3}}");
            assertThat(refused == null || refused.path("isError").asBoolean(false))
                    .isTrue();
        }
    }
}
