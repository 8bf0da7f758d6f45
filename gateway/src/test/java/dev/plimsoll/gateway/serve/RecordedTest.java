package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the records of requests under a preset, with a real process behind the gateway. */
class RecordedTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private ServeFixture served(String settings) throws Exception {
        return ServeFixture.withFile(
                folder,
                Files.writeString(
                        folder.resolve("plimsoll.json"), ServeFixture.settings(settings, IsolationMode.SHARED)));
    }

    private static JsonNode call(ServeFixture serveFixture, String tool, String arguments) throws Exception {
        return JSON.readTree(send(serveFixture, tool, arguments));
    }

    private static String send(ServeFixture serveFixture, String tool, String arguments) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(serveFixture.base() + "/api/v1/tools/fixture/" + tool))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(arguments))
                .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }

    private static JsonNode get(ServeFixture serveFixture, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(serveFixture.base() + path)).build();
        return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    }

    private static JsonNode requests(ServeFixture serveFixture, String parameters) throws Exception {
        return get(serveFixture, "/api/v1/requests?limit=1000" + parameters).get("requests");
    }

    private static List<String> tools(ServeFixture serveFixture, String parameters) throws Exception {
        return requests(serveFixture, parameters)
                .valueStream()
                .map(one -> one.get("tool").asString())
                .toList();
    }

    /** Checks that each record agrees with the answer that the client received. */
    @Test
    void recordsHundredRequests() throws Exception {
        List<String> answers = new ArrayList<>();
        try (ServeFixture serveFixture = served("{\"preset\":\"hardening\"}")) {
            for (int i = 0; i < 50; i++) {
                String message = "Zoë Müller asks for 静かな部屋 " + "and a late arrival ".repeat(i);
                answers.add(send(serveFixture, "echo", "{\"message\":\"" + message + "\"}"));
                answers.add(send(serveFixture, "list", "{\"count\":" + (i + 30) + "}"));
            }

            JsonNode requests = requests(serveFixture, "");

            assertThat(requests).hasSize(100);
            for (int i = 0; i < 100; i++) {
                JsonNode one = requests.get(99 - i);
                JsonNode answer = JSON.readTree(answers.get(i));
                boolean list = i % 2 == 1;
                boolean paginated = list && i / 2 + 30 > 50;
                assertThat(one.get("tool").asString()).isEqualTo(list ? "list" : "echo");
                assertThat(one.get("outcome").asString()).isEqualTo(paginated ? "paginated" : "passed");
                assertThat(one.get("estimatedTokens"))
                        .isEqualTo(answer.at("/_meta/dev.plimsoll~1budget/estimatedTokens"));
                assertThat(one.get("responseBytes").asInt())
                        .isEqualTo(answers.get(i).getBytes(StandardCharsets.UTF_8).length);
                assertThat(one.get("itemCount").toString()).isEqualTo(list ? "" + (i / 2 + 30) : "null");
                assertThat(one.get("paginationUsed").toString()).isEqualTo("" + paginated);
                assertThat(one.get("summarizationUsed").toString()).isEqualTo("false");
                double total = one.at("/latency/totalMs").doubleValue();
                assertThat(one.at("/latency/ownMs").doubleValue()).isBetween(0.0, total);
            }
            assertThat(requests(serveFixture, "&outcome=paginated")).hasSize(29);
        }
    }

    @Test
    void filtersOutcomesByToolAndTime() throws Exception {
        try (ServeFixture serveFixture = served("{\"preset\":\"hardening\"}")) {
            call(serveFixture, "list", "{\"count\":500}");
            call(serveFixture, "object", "{\"members\":40,\"bytes\":900}");
            TimeUnit.MILLISECONDS.sleep(50);
            Instant between = Instant.now();
            call(serveFixture, "text", "{\"bytes\":50000}");
            call(serveFixture, "list", "{\"count\":3}");

            assertThat(tools(serveFixture, "&from=" + between)).containsExactly("list", "text");
            assertThat(tools(serveFixture, "&to=" + between)).containsExactly("object", "list");
            assertThat(tools(serveFixture, "&from=" + between + "&tool=list")).containsExactly("list");
            assertThat(tools(serveFixture, "&to=" + between + "&outcome=paginated"))
                    .containsExactly("list");
            assertThat(tools(serveFixture, "&from=" + between + "&outcome=paginated"))
                    .isEmpty();
            assertThat(tools(serveFixture, "&tool=object,text")).containsExactly("text", "object");
            assertThat(requests(serveFixture, "&outcome=paginated,summarized,chunked")
                            .valueStream()
                            .map(one -> one.get("tool").asString() + " "
                                    + one.get("outcome").asString()))
                    .containsExactly("text chunked", "object summarized", "list paginated");
            JsonNode summary = requests(serveFixture, "&outcome=summarized").get(0);
            assertThat(summary.get("summarizationUsed").asBoolean()).isTrue();
            assertThat(summary.get("originalTokens").asLong())
                    .isGreaterThan(summary.get("estimatedTokens").asLong());
            assertThat(requests(serveFixture, "&tool=list")).hasSize(2);
            assertThat(requests(serveFixture, "&tool=list&to=2026-01-01T00:00:00Z"))
                    .isEmpty();
            assertThat(get(serveFixture, "/api/v1/stats?by=outcome").get("groups"))
                    .hasSize(4);
            for (String of : List.of("originalTokensPer", "answerTokensPer", "latencyMs", "ownLatencyMs")) {
                JsonNode sizes = get(serveFixture, "/api/v1/stats?by=none").at("/total/" + of);
                assertThat(sizes.get("p95").asDouble())
                        .as(of)
                        .isBetween(
                                sizes.at("/p95Range/0").asDouble(),
                                sizes.at("/p95Range/1").asDouble());
            }
            assertThat(serveFixture.log())
                    .contains("outcome=paginated", "outcome=summarized", "outcome=chunked", "reductionPercent=");
        }
    }

    /** Checks that estimates are always marked as such: of a request, in a sum, and in the log. */
    @Test
    void marksEstimatedTokens() throws Exception {
        for (String estimator : List.of("bpe", "classes")) {
            boolean exact = estimator.equals("bpe");
            try (ServeFixture serveFixture = served("{\"policy\":{\"estimator\":\"" + estimator + "\"}}")) {
                call(serveFixture, "list", "{\"count\":5}");
                call(serveFixture, "list", "{\"count\":9000}");
                assertThat(requests(serveFixture, "")
                                .valueStream()
                                .limit(2)
                                .map(one -> one.get("exact").asBoolean()))
                        .as(estimator)
                        .containsExactly(exact, exact);
                assertThat(get(serveFixture, "/api/v1/savings?by=tool")
                                .at("/groups/0/exact")
                                .asBoolean())
                        .isEqualTo(exact);
                assertThat(get(serveFixture, "/api/v1/stats?by=none")
                                .at("/total/exact")
                                .asBoolean())
                        .isEqualTo(exact);
                assertThat(serveFixture.log()).contains("exact=" + exact).doesNotContain("exact=" + !exact);
            }
        }
    }

    /** Checks that the items of lists which pass are counted in any format. */
    @Test
    void countsItemsOfPassedLists() throws Exception {
        String csv = "booking,guest,nights\n" + "BK-20411,Zoë Müller,3\nBK-20448,\"Sato, 静\",12\n".repeat(20);
        String json = "{\"next\":null,\"bookings\":[" + "{\"id\":\"BK-20411\",\"guest\":\"Zoë Müller\"},".repeat(16)
                + "{\"id\":\"BK-20412\",\"guest\":\"静\"}]}";
        try (ServeFixture serveFixture = served("{\"cursor\":{}}")) {
            for (String text : List.of(csv, json, "The lift is out of order [until Friday].")) {
                call(serveFixture, "echo", JSON.writeValueAsString(Map.of("message", text)));
            }
            assertThat(requests(serveFixture, "")
                            .valueStream()
                            .map(one -> one.get("itemCount").toString()))
                    .containsExactly("null", "17", "40");
            assertThat(requests(serveFixture, "&outcome=passed")).hasSize(3);
        }
    }

    @Test
    void rerunsReadOnlyToolForExpiredCursor() throws Exception {
        String rules = "\"tools\":{\"fixture/list\":{\"heavy\":true,\"readOnly\":true}}";
        try (ServeFixture serveFixture = served("{\"preset\":\"cursor\"," + rules + "}")) {
            JsonNode fresh = call(serveFixture, "list", "{\"count\":120,\"cursor_id\":\"" + "x".repeat(48) + "\"}");

            assertThat(fresh.path("isError").asBoolean()).isFalse();
            assertThat(fresh.at("/structuredContent/items").size()).isEqualTo(50);
            assertThat(serveFixture.log()).contains("WARN").contains("running the tool again");
        }
    }

    /** Checks that a tool whose pages are read excessively is told apart from one whose first answers suffice. */
    @Test
    void reportsFollowUpReadsByTool() throws Exception {
        try (ServeFixture serveFixture = served("{\"preset\":\"hardening\"}")) {
            String next = cursor(call(serveFixture, "list", "{\"count\":400}"));
            call(serveFixture, "list", "{\"count\":401}");
            for (int page = 2; page <= 6; page++) {
                next = cursor(call(serveFixture, "plimsoll_read", "{\"cursor\":\"" + next + "\"}"));
            }
            call(serveFixture, "text", "{\"bytes\":50000}");
            assertThat(requests(serveFixture, "")).hasSize(8);

            JsonNode groups = get(serveFixture, "/api/v1/stats?by=tool").get("groups");

            JsonNode list = group(groups, "list");
            assertThat(list.at("/reading/followUpsPerShaped").asDouble()).isEqualTo(2.5);
            assertThat(list.at("/reading/walkerRate").asDouble()).isEqualTo(0.5);
            assertThat(list.at("/reading/pagesPerWalk").asDouble()).isEqualTo(5);
            JsonNode text = group(groups, "text");
            assertThat(text.at("/reading/followUpsPerShaped").toString()).isEqualTo("0.0");
            assertThat(text.at("/reading/walkerRate").toString()).isEqualTo("0.0");
        }
    }

    private static String cursor(JsonNode answer) {
        return answer.at("/_meta/dev.plimsoll~1page/nextCursor").asString();
    }

    private static JsonNode group(JsonNode groups, String tool) {
        return groups.valueStream()
                .filter(group -> group.get("tool").asString().equals(tool))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void healthHasPaginationRateAndAverageBytes() throws Exception {
        List<String> answers = new ArrayList<>();
        try (ServeFixture serveFixture = served("{\"preset\":\"hardening\"}")) {
            answers.add(send(serveFixture, "list", "{\"count\":500}"));
            answers.add(send(serveFixture, "list", "{\"count\":80}"));
            answers.add(send(serveFixture, "list", "{\"count\":10}"));
            answers.add(send(serveFixture, "object", "{\"members\":40,\"bytes\":900}"));
            answers.add(send(serveFixture, "echo", "{\"message\":\"Zoë Müller asks for 静かな部屋\"}"));
            String cursor = JSON.readTree(answers.get(0))
                    .at("/_meta/dev.plimsoll~1page/nextCursor")
                    .asString();
            answers.add(send(serveFixture, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}"));

            assertThat(requests(serveFixture, "")).hasSize(6);

            JsonNode health = get(serveFixture, "/health");

            // two first pages and a further one, of six requests
            assertThat(health.get("paginationAdoptionRate").asDouble()).isEqualTo(0.5);
            long bytes = answers.stream()
                    .mapToLong(answer -> answer.getBytes(StandardCharsets.UTF_8).length)
                    .sum();
            assertThat(health.get("averageResponseBytes").asLong()).isBetween(bytes / 6, bytes / 6 + 1);
        }
    }
}
