package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tests stripped members, session budgets, and loop guards of {@code plimsoll serve} over HTTP. */
class OperationsTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private ServeFixture startGateway(String settings) throws Exception {
        return ServeFixture.withFile(
                folder,
                Files.writeString(
                        folder.resolve("plimsoll.json"),
                        ServeFixture.configurationText(settings, IsolationMode.SESSION)));
    }

    private HttpResponse<String> post(URI address, String session, String method, String params) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
        HttpRequest.Builder requestInSession = session.isEmpty() ? request : request.header("Mcp-Session-Id", session);
        return http.send(requestInSession.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private String openSession(ServeFixture gateway) throws Exception {
        return post(gateway.endpoint(), "", "initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}")
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private JsonNode call(ServeFixture gateway, String session, String tool, String arguments) throws Exception {
        String params = "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}";
        return JSON.readTree(
                        post(gateway.endpoint(), session, "tools/call", params).body())
                .get("result");
    }

    private static String notice(JsonNode result) {
        return result.at("/structuredContent/notice").asString();
    }

    private static String nextCursor(JsonNode result) {
        return result.at("/_meta/dev.plimsoll~1page/nextCursor").asString();
    }

    @Test
    void stripsMembersExceptInFullMode() throws Exception {
        String settings = "{\"production\":{\"strip\":[\"/items/*/price\"],\"slimSchemas\":true}}";
        try (ServeFixture gateway = startGateway(settings)) {
            String session = openSession(gateway);
            JsonNode tools = JSON.readTree(post(gateway.endpoint(), session, "tools/list", "{}")
                            .body())
                    .at("/result/tools");
            JsonNode list = tools.valueStream()
                    .filter(tool -> tool.path("name").asString().equals("list"))
                    .findFirst()
                    .orElseThrow();
            assertThat(list.at("/outputSchema/anyOf/1/type").asString()).isEqualTo("object");
            assertThat(list.at("/outputSchema/anyOf/1").has("anyOf")).isFalse();

            JsonNode small = call(gateway, session, "list", "{\"count\":3}");
            assertThat(small.get("structuredContent").toString())
                    .contains("item 2")
                    .doesNotContain("price");
            assertThat(small.at("/content/0/text").asString())
                    .contains("item 2")
                    .doesNotContain("price");
            JsonNode stripped = small.at("/_meta/dev.plimsoll~1stripped");
            assertThat(stripped.get("members").asInt()).isEqualTo(3);
            String cursor = stripped.get("cursor").asString();
            JsonNode fullAnswer =
                    call(gateway, session, "plimsoll_read", "{\"cursor\":\"" + cursor + "\",\"mode\":\"full\"}");
            assertThat(fullAnswer.at("/structuredContent/items/2/price").asDouble())
                    .isEqualTo(2.1);

            JsonNode large = call(gateway, session, "list", "{\"count\":3000}");
            assertThat(notice(large)).contains("3000 members removed by configuration; mode = full has all");
            assertThat(large.get("structuredContent").toString()).doesNotContain("price");
        }
    }

    @Test
    void sessionBudgetShortensAnswers() throws Exception {
        try (ServeFixture gateway = startGateway("{\"policy\":{\"sessionBudget\":12000}}")) {
            String session = openSession(gateway);
            int threshold = Integer.MAX_VALUE;
            for (int i = 0; i < 50; i++) {
                JsonNode answer = call(gateway, session, "list", "{\"count\":" + (3000 + i) + "}");
                assertThat(answer.has("isError")).isFalse();
                assertThat(nextCursor(answer)).isNotEmpty();
                JsonNode budget = answer.at("/_meta/dev.plimsoll~1budget");
                assertThat(budget.get("sessionBudget").asInt()).isEqualTo(12_000);
                assertThat(budget.get("threshold").asInt()).isLessThanOrEqualTo(threshold);
                threshold = budget.get("threshold").asInt();
            }
            assertThat(threshold).isEqualTo(300);
            assertThat(notice(call(gateway, session, "list", "{\"count\":3000}")))
                    .startsWith("The token budget of this session is spent");
            JsonNode other = call(gateway, openSession(gateway), "list", "{\"count\":3000}");
            assertThat(other.at("/_meta/dev.plimsoll~1budget/threshold").asInt())
                    .isEqualTo(1_600);
            String metrics = http.send(
                            HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/metrics"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(metrics).contains("plimsoll_nudges_total");
        }
    }

    @Test
    void suggestsCallToLoopingClient() throws Exception {
        try (ServeFixture gateway = startGateway("{}")) {
            String session = openSession(gateway);
            call(gateway, session, "list", "{\"count\":3000}");
            assertThat(notice(call(gateway, session, "list", "{\"count\":3000}")))
                    .startsWith("Items 1-");
            JsonNode third = call(gateway, session, "list", "{\"count\":3000}");
            assertThat(notice(third)).startsWith("The same call gives the same result again: call plimsoll_read");
            JsonNode suggestedArguments = third.at("/structuredContent/next/0/arguments");
            assertThat(suggestedArguments.size()).isEqualTo(2);
            ObjectNode readArguments = ((ObjectNode) suggestedArguments.deepCopy()).put("cursor", nextCursor(third));
            assertThat(call(gateway, session, "plimsoll_read", readArguments.toString())
                            .has("isError"))
                    .isFalse();
            assertThat(notice(call(gateway, session, "list", "{\"count\":3000}")))
                    .startsWith("Items 1-");

            JsonNode page = call(gateway, session, "list", "{\"count\":4000}");
            for (int i = 2; i <= 3; i++) {
                page = call(gateway, session, "plimsoll_read", "{\"cursor\":\"" + nextCursor(page) + "\"}");
                assertThat(notice(page)).startsWith("Items ");
            }
            String fourthPageCursor = nextCursor(page);
            page = call(gateway, session, "plimsoll_read", "{\"cursor\":\"" + fourthPageCursor + "\"}");
            assertThat(notice(page))
                    .startsWith("Items ")
                    .contains("Cheaper than all pages: the same call with query or find.");
            assertThat(call(gateway, session, "plimsoll_read", "{\"cursor\":\"" + fourthPageCursor + "\"}")
                            .get("structuredContent")
                            .at("/items"))
                    .isEqualTo(page.at("/structuredContent/items"));
        }
    }
}
