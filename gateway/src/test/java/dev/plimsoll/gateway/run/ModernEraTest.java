package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureAnswers;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests requests of revision 2026-07-28. Each request names the revision, because there is no {@code initialize}. */
class ModernEraTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";

    @TempDir
    Path folder;

    private RunFixture start() throws Exception {
        return RunFixture.start(folder, FixtureServer.command(), "--data", folder.toString());
    }

    private static JsonNode result(RunFixture run, String method, String params) throws Exception {
        JsonNode response = run.request(1, method, "{" + params + META + "}").response();
        assertThat(response.has("result")).as("%s", response).isTrue();
        return response.get("result");
    }

    private static JsonNode call(RunFixture run, String tool, String arguments) throws Exception {
        return result(run, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":" + arguments + ",");
    }

    @Test
    void discoversServerWithPrivateListings() throws Exception {
        try (RunFixture run = start()) {
            JsonNode discovered = result(run, "server/discover", "");
            assertThat(discovered.at("/supportedVersions/0").asString()).isEqualTo("2026-07-28");
            JsonNode listed = result(run, "tools/list", "");
            assertThat(listed.get("cacheScope").asString()).isEqualTo("private");
            assertThat(listed.get("ttlMs").asInt()).isEqualTo(60_000);
            assertThat(listed.get("tools")
                            .get(listed.get("tools").size() - 1)
                            .get("name")
                            .asString())
                    .isEqualTo("plimsoll_read");
        }
    }

    @Test
    void marksOwnAnswersAsComplete() throws Exception {
        try (RunFixture run = start()) {
            JsonNode first = call(run, "list", "{\"count\":5000}");
            assertThat(first.get("resultType").asString()).isEqualTo("complete");
            String cursor = first.at("/structuredContent/nextCursor").asString();
            JsonNode second = call(run, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            assertThat(second.get("resultType").asString()).isEqualTo("complete");
            JsonNode mistyped = call(run, "plimsoll_read", "{\"cursor\":\"mistyped\"}");
            assertThat(mistyped.get("resultType").asString()).isEqualTo("complete");
            assertThat(mistyped.get("isError").asBoolean()).isTrue();
        }
    }

    @Test
    void passesLargeInputRequests() throws Exception {
        try (RunFixture run = start()) {
            JsonNode inputRequired = call(run, "ask", "{\"what\":\"elicitation\"}");
            assertThat(inputRequired.get("resultType").asString()).isEqualTo("input_required");
            assertThat(inputRequired.get("requestState").asString()).isEqualTo(FixtureAnswers.lines(100_000));
            String retriedCall = "\"name\":\"ask\",\"arguments\":{\"what\":\"elicitation\"},\"requestState\":\"s\","
                    + "\"inputResponses\":{\"it\":{\"action\":\"accept\",\"content\":{\"depth\":6.50}}},";
            JsonNode result = result(run, "tools/call", retriedCall);
            assertThat(result.at("/content/0/text").asString())
                    .contains("\"depth\":6.5")
                    .endsWith(" s");
        }
    }
}
