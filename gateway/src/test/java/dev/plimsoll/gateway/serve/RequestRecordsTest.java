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

/** Tests the telemetry records of requests, with a real process behind the gateway. */
class RequestRecordsTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private ServeFixture startGateway(String settings) throws Exception {
        return ServeFixture.withFile(
                folder,
                Files.writeString(
                        folder.resolve("plimsoll.json"),
                        ServeFixture.configurationText(settings, IsolationMode.SHARED)));
    }

    private static JsonNode call(ServeFixture gateway, String tool, String arguments) throws Exception {
        return JSON.readTree(send(gateway, tool, arguments));
    }

    private static String send(ServeFixture gateway, String tool, String arguments) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/tools/fixture/" + tool))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(arguments))
                .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }

    private static JsonNode get(ServeFixture gateway, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path)).build();
        return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    }

    private static JsonNode requests(ServeFixture gateway, String parameters) throws Exception {
        return get(gateway, "/api/v1/requests?limit=1000" + parameters).get("requests");
    }

    private static List<String> tools(ServeFixture gateway, String parameters) throws Exception {
        return requests(gateway, parameters)
                .valueStream()
                .map(record -> record.get("tool").asString())
                .toList();
    }

    /** Checks that each record agrees with the answer that the client received. */
    @Test
    void recordsHundredRequests() throws Exception {
        List<String> answers = new ArrayList<>();
        try (ServeFixture gateway = startGateway("{\"preset\":\"hardening\"}")) {
            for (int i = 0; i < 50; i++) {
                String message = "Zoë Müller asks for 静かな部屋 " + "and a late arrival ".repeat(i);
                answers.add(send(gateway, "echo", "{\"message\":\"" + message + "\"}"));
                answers.add(send(gateway, "list", "{\"count\":" + (i + 30) + "}"));
            }

            JsonNode requests = requests(gateway, "");

            assertThat(requests).hasSize(100);
            for (int i = 0; i < 100; i++) {
                JsonNode record = requests.get(99 - i);
                JsonNode answer = JSON.readTree(answers.get(i));
                boolean isList = i % 2 == 1;
                boolean isPaginated = isList && i / 2 + 30 > 50;
                assertThat(record.get("tool").asString()).isEqualTo(isList ? "list" : "echo");
                assertThat(record.get("outcome").asString()).isEqualTo(isPaginated ? "paginated" : "passed");
                assertThat(record.get("estimatedTokens"))
                        .isEqualTo(answer.at("/_meta/dev.plimsoll~1budget/estimatedTokens"));
                assertThat(record.get("responseBytes").asInt())
                        .isEqualTo(answers.get(i).getBytes(StandardCharsets.UTF_8).length);
                assertThat(record.get("itemCount").toString()).isEqualTo(isList ? "" + (i / 2 + 30) : "null");
                assertThat(record.get("paginationUsed").toString()).isEqualTo("" + isPaginated);
                assertThat(record.get("summarizationUsed").toString()).isEqualTo("false");
                double total = record.at("/latency/totalMs").doubleValue();
                assertThat(record.at("/latency/ownMs").doubleValue()).isBetween(0.0, total);
            }
            assertThat(requests(gateway, "&outcome=paginated")).hasSize(29);
        }
    }

    @Test
    void filtersRequestsByToolTimeAndOutcome() throws Exception {
        try (ServeFixture gateway = startGateway("{\"preset\":\"hardening\"}")) {
            call(gateway, "list", "{\"count\":500}");
            call(gateway, "object", "{\"members\":40,\"bytes\":900}");
            TimeUnit.MILLISECONDS.sleep(50);
            Instant between = Instant.now();
            call(gateway, "text", "{\"bytes\":50000}");
            call(gateway, "list", "{\"count\":3}");

            assertThat(tools(gateway, "&from=" + between)).containsExactly("list", "text");
            assertThat(tools(gateway, "&to=" + between)).containsExactly("object", "list");
            assertThat(tools(gateway, "&from=" + between + "&tool=list")).containsExactly("list");
            assertThat(tools(gateway, "&to=" + between + "&outcome=paginated")).containsExactly("list");
            assertThat(tools(gateway, "&from=" + between + "&outcome=paginated"))
                    .isEmpty();
            assertThat(tools(gateway, "&tool=object,text")).containsExactly("text", "object");
            assertThat(requests(gateway, "&outcome=paginated,summarized,chunked")
                            .valueStream()
                            .map(record -> record.get("tool").asString() + " "
                                    + record.get("outcome").asString()))
                    .containsExactly("text chunked", "object summarized", "list paginated");
            JsonNode summary = requests(gateway, "&outcome=summarized").get(0);
            assertThat(summary.get("summarizationUsed").asBoolean()).isTrue();
            assertThat(summary.get("originalTokens").asLong())
                    .isGreaterThan(summary.get("estimatedTokens").asLong());
            assertThat(requests(gateway, "&tool=list")).hasSize(2);
            assertThat(requests(gateway, "&tool=list&to=2026-01-01T00:00:00Z")).isEmpty();
            assertThat(get(gateway, "/api/v1/stats?by=outcome").get("groups")).hasSize(4);
            for (String distribution : List.of("originalTokensPer", "answerTokensPer", "latencyMs", "ownLatencyMs")) {
                JsonNode sizes = get(gateway, "/api/v1/stats?by=none").at("/total/" + distribution);
                assertThat(sizes.get("p95").asDouble())
                        .as(distribution)
                        .isBetween(
                                sizes.at("/p95Range/0").asDouble(),
                                sizes.at("/p95Range/1").asDouble());
            }
            assertThat(gateway.log())
                    .contains("outcome=paginated", "outcome=summarized", "outcome=chunked", "reductionPercent=");
        }
    }

    /** Checks that estimated numbers of tokens are marked as estimates in requests, in sums, and in the log. */
    @Test
    void marksEstimatedTokens() throws Exception {
        for (String estimator : List.of("bpe", "classes")) {
            boolean isExact = estimator.equals("bpe");
            try (ServeFixture gateway = startGateway("{\"policy\":{\"estimator\":\"" + estimator + "\"}}")) {
                call(gateway, "list", "{\"count\":5}");
                call(gateway, "list", "{\"count\":9000}");
                assertThat(requests(gateway, "")
                                .valueStream()
                                .limit(2)
                                .map(record -> record.get("exact").asBoolean()))
                        .as(estimator)
                        .containsExactly(isExact, isExact);
                assertThat(get(gateway, "/api/v1/savings?by=tool")
                                .at("/groups/0/exact")
                                .asBoolean())
                        .isEqualTo(isExact);
                assertThat(get(gateway, "/api/v1/stats?by=none")
                                .at("/total/exact")
                                .asBoolean())
                        .isEqualTo(isExact);
                assertThat(gateway.log()).contains("exact=" + isExact).doesNotContain("exact=" + !isExact);
            }
        }
    }

    /** Checks that the items of a list that passes are counted, whether it is CSV or JSON. */
    @Test
    void countsItemsOfPassedLists() throws Exception {
        String csv = "booking,guest,nights\n" + "BK-20411,Zoë Müller,3\nBK-20448,\"Sato, 静\",12\n".repeat(20);
        String json = "{\"next\":null,\"bookings\":[" + "{\"id\":\"BK-20411\",\"guest\":\"Zoë Müller\"},".repeat(16)
                + "{\"id\":\"BK-20412\",\"guest\":\"静\"}]}";
        try (ServeFixture gateway = startGateway("{\"cursor\":{}}")) {
            for (String text : List.of(csv, json, "The lift is out of order [until Friday].")) {
                call(gateway, "echo", JSON.writeValueAsString(Map.of("message", text)));
            }
            assertThat(requests(gateway, "")
                            .valueStream()
                            .map(record -> record.get("itemCount").toString()))
                    .containsExactly("null", "17", "40");
            assertThat(requests(gateway, "&outcome=passed")).hasSize(3);
        }
    }

    @Test
    void rerunsReadOnlyToolForUnknownCursor() throws Exception {
        String rules = "\"tools\":{\"fixture/list\":{\"heavy\":true,\"readOnly\":true}}";
        try (ServeFixture gateway = startGateway("{\"preset\":\"cursor\"," + rules + "}")) {
            JsonNode fresh = call(gateway, "list", "{\"count\":120,\"cursor_id\":\"" + "x".repeat(48) + "\"}");

            assertThat(fresh.path("isError").asBoolean()).isFalse();
            assertThat(fresh.at("/structuredContent/items").size()).isEqualTo(50);
            assertThat(gateway.log()).contains("WARN").contains("running the tool again");
        }
    }

    /** Checks that the statistics distinguish a tool whose clients read many pages from a tool whose first answers suffice. */
    @Test
    void reportsFollowUpReadsByTool() throws Exception {
        try (ServeFixture gateway = startGateway("{\"preset\":\"hardening\"}")) {
            String next = cursor(call(gateway, "list", "{\"count\":400}"));
            call(gateway, "list", "{\"count\":401}");
            for (int page = 2; page <= 6; page++) {
                next = cursor(call(gateway, "plimsoll_read", "{\"cursor\":\"" + next + "\"}"));
            }
            call(gateway, "text", "{\"bytes\":50000}");
            assertThat(requests(gateway, "")).hasSize(8);

            JsonNode groups = get(gateway, "/api/v1/stats?by=tool").get("groups");

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
        try (ServeFixture gateway = startGateway("{\"preset\":\"hardening\"}")) {
            answers.add(send(gateway, "list", "{\"count\":500}"));
            answers.add(send(gateway, "list", "{\"count\":80}"));
            answers.add(send(gateway, "list", "{\"count\":10}"));
            answers.add(send(gateway, "object", "{\"members\":40,\"bytes\":900}"));
            answers.add(send(gateway, "echo", "{\"message\":\"Zoë Müller asks for 静かな部屋\"}"));
            String cursor = JSON.readTree(answers.get(0))
                    .at("/_meta/dev.plimsoll~1page/nextCursor")
                    .asString();
            answers.add(send(gateway, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}"));

            assertThat(requests(gateway, "")).hasSize(6);

            JsonNode health = get(gateway, "/health");

            // three of the six requests: two first pages and a further page
            assertThat(health.get("paginationAdoptionRate").asDouble()).isEqualTo(0.5);
            long bytes = answers.stream()
                    .mapToLong(answer -> answer.getBytes(StandardCharsets.UTF_8).length)
                    .sum();
            assertThat(health.get("averageResponseBytes").asLong()).isBetween(bytes / 6, bytes / 6 + 1);
        }
    }
}
