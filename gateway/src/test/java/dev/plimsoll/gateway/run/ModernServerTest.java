package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests a client that initializes with a server that supports only 2026-07-28. */
class ModernServerTest {

    @TempDir
    Path folder;

    private RunFixture startInitialized(String capabilities) throws Exception {
        return startInitialized(FixtureServer.modernOnly(), capabilities);
    }

    private RunFixture startInitialized(List<String> command, String capabilities) throws Exception {
        RunFixture run = RunFixture.start(folder, command, "--data", folder.toString());
        JsonNode initializeResponse = run.request(
                        1,
                        "initialize",
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{" + capabilities
                                + "},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}")
                .response();
        assertThat(initializeResponse.at("/result/protocolVersion").asString()).isEqualTo("2025-06-18");
        assertThat(initializeResponse.at("/result/serverInfo/name").asString()).isEqualTo("fixture");
        run.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return run;
    }

    @Test
    void restartsServerThatExitsOnInitialize() throws Exception {
        try (RunFixture run = startInitialized(FixtureServer.modernOnlyThatExits(), "")) {
            JsonNode response = run.request(3, "tools/call", "{\"name\":\"echo\",\"arguments\":{\"message\":\"here\"}}")
                    .response();
            assertThat(response.at("/result/content/0/text").asString()).isEqualTo("here");
        }
    }

    @Test
    void shapesAndPagesResults() throws Exception {
        try (RunFixture run = startInitialized("")) {
            JsonNode tools = run.request(2, "tools/list", "{}").response().get("result");
            assertThat(tools.has("ttlMs")).isFalse();
            JsonNode first = run.request(3, "tools/call", "{\"name\":\"list\",\"arguments\":{\"count\":5000}}")
                    .response()
                    .get("result");
            assertThat(first.has("resultType")).isFalse();
            JsonNode header = first.at("/structuredContent");
            assertThat(header.get("totalCount").asInt()).isEqualTo(5_000);
            String cursor = header.get("nextCursor").asString();
            JsonNode second = run.request(
                            4,
                            "tools/call",
                            "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}")
                    .response();
            assertThat(second.at("/result/structuredContent/range/0").asInt()).isGreaterThan(1);
        }
    }

    @Test
    void forwardsInputRequestsToClient() throws Exception {
        try (RunFixture run = startInitialized("\"elicitation\":{}")) {
            JsonNode elicitation = run.request(
                            2, "tools/call", "{\"name\":\"ask\",\"arguments\":{\"what\":\"elicitation\"}}")
                    .nextMessage();
            assertThat(elicitation.get("method").asString()).isEqualTo("elicitation/create");
            JsonNode response = run.send("{\"jsonrpc\":\"2.0\",\"id\":" + elicitation.get("id")
                            + ",\"result\":{\"action\":\"accept\",\"content\":{\"depth\":6.50}}}")
                    .response();
            assertThat(response.get("id").asInt()).isEqualTo(2);
            assertThat(response.at("/result/content/0/text").asString()).contains("\"depth\":6.5");
        }
    }

    @Test
    void unsupportedInputRequestFailsCall() throws Exception {
        try (RunFixture run = startInitialized("")) {
            JsonNode error = RunFixture.toolError(
                    run.request(2, "tools/call", "{\"name\":\"ask\",\"arguments\":{\"what\":\"elicitation\"}}")
                            .response());
            assertThat(error.get("code").asString()).isEqualTo("INVALID_REQUEST");
            assertThat(error.get("message").asString()).contains("elicitation/create", "did not declare");
        }
    }
}
