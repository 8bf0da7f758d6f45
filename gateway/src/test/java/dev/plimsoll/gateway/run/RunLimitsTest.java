package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the limits of a client of {@code run}: permissions, rates, and sizes. */
class RunLimitsTest {

    @TempDir
    Path folder;

    private RunFixture start(String configuration) throws Exception {
        Files.writeString(folder.resolve("p.yaml"), configuration);
        return RunFixture.command(folder, FixtureServer.command(), "--config", "p.yaml", "--data", "data");
    }

    private static void initialize(RunFixture run, String client) throws Exception {
        run.request(
                        0,
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"" + client
                                + "\",\"version\":\"1\"}}")
                .answer();
    }

    @Test
    void limitsRateButNotTier() throws Exception {
        try (RunFixture run =
                start("servers: { main: { rateLimit: 4 } }\ntools: { echo: { tier: admin, rateLimit: 1 } }\n")) {
            initialize(run, "somebody");
            String echo = "{\"name\":\"echo\",\"arguments\":{\"message\":\"a\"}}";
            assertThat(run.request(1, "tools/call", echo)
                            .answer()
                            .at("/result/isError")
                            .asBoolean(false))
                    .isFalse();
            JsonNode tool =
                    RunFixture.toolError(run.request(2, "tools/call", echo).answer());
            assertThat(tool.get("code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(tool.at("/details/tool").asString()).isEqualTo("echo");
            for (int id = 3; id < 6; id++) {
                assertThat(run.request(id, "tools/list", "{}").answer().has("result"))
                        .isTrue();
            }
            JsonNode server = run.request(6, "tools/list", "{}").answer();
            assertThat(server.at("/error/data/error/code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(server.at("/error/data/error/details/server").asString()).isEqualTo("main");
            assertThat(run.request(7, "ping", "{}").answer().has("result")).isTrue();
        }
    }

    @Test
    void limitsAnswersToClientProfile() throws Exception {
        try (RunFixture run = start("{}")) {
            initialize(run, "Visual Studio Code");
            JsonNode answer = run.request(1, "tools/call", "{\"name\":\"page\",\"arguments\":{\"bytes\":12000}}")
                    .answer();
            assertThat(answer.at("/result/structuredContent").toString())
                    .contains("nextCursor")
                    .hasSizeLessThan(8_192);
        }
    }
}
