package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the limits that {@code run} applies to its client: rates and sizes, but not tiers. */
class RunLimitsTest {

    @TempDir
    Path folder;

    private RunFixture start(String configuration) throws Exception {
        Files.writeString(folder.resolve("p.yaml"), configuration);
        return RunFixture.start(folder, FixtureServer.command(), "--config", "p.yaml", "--data", "data");
    }

    private static void initialize(RunFixture run, String client) throws Exception {
        run.request(
                        0,
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"" + client
                                + "\",\"version\":\"1\"}}")
                .response();
    }

    @Test
    void limitsRateButNotTier() throws Exception {
        try (RunFixture run =
                start("servers: { main: { rateLimit: 4 } }\ntools: { echo: { tier: admin, rateLimit: 1 } }\n")) {
            initialize(run, "somebody");
            String echo = "{\"name\":\"echo\",\"arguments\":{\"message\":\"a\"}}";
            assertThat(run.request(1, "tools/call", echo)
                            .response()
                            .at("/result/isError")
                            .asBoolean(false))
                    .isFalse();
            JsonNode toolError =
                    RunFixture.toolError(run.request(2, "tools/call", echo).response());
            assertThat(toolError.get("code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(toolError.at("/details/tool").asString()).isEqualTo("echo");
            for (int id = 3; id < 6; id++) {
                assertThat(run.request(id, "tools/list", "{}").response().has("result"))
                        .isTrue();
            }
            JsonNode serverResponse = run.request(6, "tools/list", "{}").response();
            assertThat(serverResponse.at("/error/data/error/code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(serverResponse.at("/error/data/error/details/server").asString())
                    .isEqualTo("main");
            assertThat(run.request(7, "ping", "{}").response().has("result")).isTrue();
        }
    }

    @Test
    void limitsAnswersByClientProfile() throws Exception {
        try (RunFixture run = start("{}")) {
            initialize(run, "Visual Studio Code");
            JsonNode response = run.request(1, "tools/call", "{\"name\":\"page\",\"arguments\":{\"bytes\":12000}}")
                    .response();
            assertThat(response.at("/result/structuredContent").toString())
                    .contains("nextCursor")
                    .hasSizeLessThan(8_192);
        }
    }
}
