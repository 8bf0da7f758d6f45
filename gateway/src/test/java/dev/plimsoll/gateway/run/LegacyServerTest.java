package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Tests {@code run --bridge}, which translates between a client of 2026-07-28 and a server that must be initialized.
 */
class LegacyServerTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
    private static final String INITIALIZE = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}";

    @TempDir
    Path folder;

    private RunFixture startInFrontOf(List<String> server, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--data", folder.toString()));
        arguments.addAll(List.of(options));
        return RunFixture.start(folder, server, arguments.toArray(String[]::new));
    }

    private static JsonNode result(RunFixture run, String method, String params) throws Exception {
        JsonNode response = run.request(1, method, "{" + params + META + "}").response();
        assertThat(response.has("result")).as("%s", response).isTrue();
        return response.get("result");
    }

    @Test
    void servesModernOnlyClient() throws Exception {
        try (RunFixture run = startInFrontOf(FixtureServer.legacyOnly(), "--bridge")) {
            JsonNode discovered = result(run, "server/discover", "");
            assertThat(discovered.at("/supportedVersions/0").asString()).isEqualTo("2026-07-28");
            JsonNode tools = result(run, "tools/list", "");
            assertThat(tools.get("resultType").asString()).isEqualTo("complete");
            assertThat(tools.toString()).contains("\"plimsoll_read\"").contains("\"echo\"");
            JsonNode first = result(run, "tools/call", "\"name\":\"list\",\"arguments\":{\"count\":5000},");
            String cursor = first.at("/structuredContent/nextCursor").asString();
            JsonNode second = result(
                    run, "tools/call", "\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"},");
            assertThat(second.path("isError").asBoolean(false)).isFalse();
        }
    }

    @Test
    void returnsServerRequestsAsResults() throws Exception {
        try (RunFixture run = startInFrontOf(FixtureServer.legacyOnly(), "--bridge")) {
            String call = "\"name\":\"ask\",\"arguments\":{\"what\":\"elicitation\"},";
            JsonNode inputRequired = result(run, "tools/call", call);
            assertThat(inputRequired.get("resultType").asString()).isEqualTo("input_required");
            String key = inputRequired
                    .get("inputRequests")
                    .propertyNames()
                    .iterator()
                    .next();
            JsonNode result = result(
                    run,
                    "tools/call",
                    call + "\"requestState\":" + inputRequired.get("requestState") + ",\"inputResponses\":{\"" + key
                            + "\":{\"action\":\"accept\",\"content\":{\"depth\":6.5}}},");
            assertThat(result.get("content").toString()).contains("6.5");
        }
    }

    @Test
    void passesLegacyClientThrough() throws Exception {
        try (RunFixture run = startInFrontOf(FixtureServer.legacyOnly(), "--bridge")) {
            JsonNode initializeResponse =
                    run.request(0, "initialize", INITIALIZE).response();
            assertThat(initializeResponse.at("/result/protocolVersion").asString())
                    .isEqualTo("2025-11-25");
            run.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            JsonNode tools = run.request(1, "tools/list", "{}").response();
            assertThat(tools.at("/result/tools").isArray()).isTrue();
            assertThat(tools.get("result").has("resultType")).isFalse();
        }
    }

    @Test
    void passesDiscoverToServerWithoutBridge() throws Exception {
        try (RunFixture run = startInFrontOf(FixtureServer.legacyOnly())) {
            JsonNode response =
                    run.request(1, "server/discover", "{" + META + "}").response();
            assertThat(response.at("/error/code").asInt()).isEqualTo(-32601);
        }
    }

    @Test
    void passesModernServerThrough() throws Exception {
        try (RunFixture run = startInFrontOf(FixtureServer.modernOnly(), "--bridge")) {
            assertThat(result(run, "tools/list", "").get("ttlMs").asInt()).isEqualTo(60_000);
        }
    }

    @Test
    void reportsServerThatCannotBeInitialized() throws Exception {
        try (RunFixture run = startInFrontOf(List.of("sh", "-c", "read line; exit 3"), "--bridge")) {
            JsonNode response = run.request(1, "tools/list", "{" + META + "}").response();
            assertThat(response.at("/error/message").asString()).isNotEmpty();
            assertThat(response.at("/error/data/error/code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        }
    }

    @Test
    void bridgeOptionTakesNoValue() throws Exception {
        try (RunFixture run = RunFixture.startWithArguments(folder, "--bridge=yes", "--", "cat")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.log()).contains("--bridge: takes no value");
        }
    }
}
