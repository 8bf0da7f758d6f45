package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.SampleEntries;
import dev.plimsoll.policy.Tier;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the telemetry of {@code serve}, with a real process behind the gateway. */
class ServeTelemetryTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final NewToken admin = NewToken.from(new SplittableRandom(1));
    private final NewToken reader = NewToken.from(new SplittableRandom(2));

    @TempDir
    private Path folder;

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(ServeFixture gateway, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private static JsonNode json(ServeFixture gateway, String path) throws Exception {
        HttpResponse<String> answer = get(gateway, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    private static JsonNode call(ServeFixture gateway, String tool, String arguments) throws Exception {
        String path = "/api/v1/tools/fixture/" + tool;
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(arguments)));
        return JsonMapper.shared().readTree(answer.body());
    }

    private ServeFixture startWithTokens() throws Exception {
        AccessConfig accessConfig = new AccessConfig(
                List.of(
                        new CallerToken("boss", admin.hash(), Tier.ADMIN, null),
                        new CallerToken("reader", reader.hash(), Tier.READ, null)),
                null,
                null,
                null,
                TrafficConfig.defaults(),
                AccessRules.NONE);
        return ServeFixture.of(ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, accessConfig)
                .with(ServerConfig.of("fixture", FixtureServer.command())));
    }

    @Test
    void recordsTokensAndCallerOfRequests() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            JsonNode first = call(gateway, "list", "{\"count\":3000}");
            String cursor = first.at("/structuredContent/nextCursor").asString();
            call(gateway, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            call(gateway, "list", "{\"count\":1}");
            call(gateway, "plimsoll_read", "{\"cursor\":\"no-such-cursor\"}");
            JsonNode requests = json(gateway, "/api/v1/requests").get("requests");
            assertThat(requests.valueStream()
                            .map(record -> record.get("outcome").asString()))
                    .containsExactly("refused", "passed", "read", "paginated");
            JsonNode pagedRecord = requests.get(3);
            assertThat(pagedRecord.get("itemCount").asInt()).isEqualTo(3_000);
            assertThat(pagedRecord.get("estimatedTokens"))
                    .isEqualTo(first.at("/_meta/dev.plimsoll~1budget/estimatedTokens"));
            assertThat(pagedRecord.get("originalTokens"))
                    .isEqualTo(first.at("/_meta/dev.plimsoll~1page/originalTokens"));
            assertThat(pagedRecord.get("caller").asString()).isEqualTo("anyone");
            assertThat(pagedRecord.get("era").asString()).isEqualTo("modern");
            assertThat(pagedRecord.at("/latency/totalMs").asDouble())
                    .isGreaterThanOrEqualTo(pagedRecord.at("/latency/ownMs").asDouble());
            assertThat(requests.get(2).get("followUpOf")).isEqualTo(pagedRecord.get("id"));
            assertThat(requests.get(2).get("tool").asString()).isEqualTo("list");
            assertThat(requests.toString()).doesNotContain(cursor);

            assertThat(json(gateway, "/api/v1/requests?outcome=read,passed&limit=1")
                            .at("/requests/0/outcome")
                            .asString())
                    .isEqualTo("passed");
            String next = json(gateway, "/api/v1/requests?outcome=read,passed&limit=1")
                    .get("next")
                    .asString();
            assertThat(json(gateway, "/api/v1/requests?outcome=read,passed&after=" + next)
                            .at("/requests/0/outcome")
                            .asString())
                    .isEqualTo("read");
        }
    }

    @Test
    void statsAndSavingsAddUp() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            JsonNode first = call(gateway, "list", "{\"count\":3000}");
            String cursor = first.at("/structuredContent/nextCursor").asString();
            call(gateway, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            JsonNode stats = json(gateway, "/api/v1/stats?by=server,tool&bucket=1h");
            assertThat(stats.at("/groups/0/server").asString()).isEqualTo("fixture");
            assertThat(stats.at("/groups/0/requests").asInt()).isEqualTo(2);
            assertThat(stats.at("/groups/0/cursors/created").asInt()).isEqualTo(1);
            assertThat(stats.at("/groups/0/cursors/read").asInt()).isEqualTo(1);
            JsonNode requests = json(gateway, "/api/v1/requests").get("requests");
            long originalTokens = requests.get(1).get("originalTokens").asLong();
            long answerTokens = requests.get(1).get("estimatedTokens").asLong();
            long readTokens = requests.get(0).get("estimatedTokens").asLong();
            JsonNode total = json(gateway, "/api/v1/savings").get("total");
            assertThat(total.get("savedTokens").asLong()).isEqualTo(originalTokens - answerTokens);
            assertThat(total.get("netTokens").asLong()).isEqualTo(originalTokens - answerTokens - readTokens);
            JsonNode health = json(gateway, "/health");
            assertThat(health.get("status").asString()).isEqualTo("up");
            assertThat(health.at("/servers/0/status").asString()).isEqualTo("up");
            assertThat(health.get("paginationAdoptionRate").asDouble()).isEqualTo(1.0);
            assertThat(health.get("averageResponseBytes").asLong()).isPositive();
        }
    }

    @Test
    void countsTokensAddedToListings() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            HttpResponse<String> initializeResponse = post(
                    gateway,
                    "",
                    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                            + "\"capabilities\":{},\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}}}");
            String session =
                    initializeResponse.headers().firstValue("Mcp-Session-Id").orElseThrow();
            post(gateway, session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
            JsonNode total = json(gateway, "/api/v1/savings").get("total");
            assertThat(total.get("listings").asInt()).isEqualTo(1);
            assertThat(total.get("definitionTokens").asLong()).isBetween(100L, 3_000L);
            assertThat(total.get("netTokens").asLong())
                    .isEqualTo(-total.get("definitionTokens").asLong());
            assertThat(json(gateway, "/api/v1/requests").get("requests")).isEmpty();
        }
    }

    private static HttpResponse<String> post(ServeFixture gateway, String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.endpoint())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        return send((session.isEmpty() ? request : request.header("Mcp-Session-Id", session))
                .POST(BodyPublishers.ofString(body)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "requests?tol=x|tol|x",
                "requests?limit=0|limit|0",
                "requests?limit=1001|limit|1001",
                "requests?limit=ten|limit|ten",
                "requests?outcome=eaten|outcome|eaten",
                "requests?era=golden|era|golden",
                "requests?from=yesterday|from|yesterday",
                "requests?from=2026-11-21T12:00:00Z&to=2026-11-21T12:00:00Z|from|2026-11-21T12:00:00Z",
                "requests?limit=1&limit=2|limit|2",
                "requests?after=here|after|here",
                "stats?by=colour|by|colour",
                "stats?by=none,tool|by|none,tool",
                "stats?bucket=1s|bucket|1s",
                "stats?bucket=1m&from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z|bucket|1m",
                "savings?offset=-1|offset|-1"
            })
    void invalidParametersNameAllowedValues(String path, String parameter, String value) throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            HttpResponse<String> answer = get(gateway, "/api/v1/" + path);
            assertThat(answer.statusCode()).isEqualTo(400);
            JsonNode error = JsonMapper.shared().readTree(answer.body()).get("error");
            assertThat(error.get("code").asString()).isEqualTo("INVALID_REQUEST");
            assertThat(error.at("/details/parameter").asString()).isEqualTo(parameter);
            assertThat(error.at("/details/value").asString()).isEqualTo(value);
            assertThat(error.at("/details/allowed").asString()).isNotEmpty();
        }
    }

    @Test
    void telemetryRequiresTierAdmin() throws Exception {
        try (ServeFixture gateway = startWithTokens()) {
            assertThat(get(gateway, "/api/v1/requests").statusCode()).isEqualTo(401);
            String[] asReader = {"Authorization", "Bearer " + reader.text()};
            HttpResponse<String> forbidden = get(gateway, "/api/v1/stats", asReader);
            assertThat(forbidden.statusCode()).isEqualTo(403);
            assertThat(forbidden.body()).contains("FORBIDDEN").contains("\"needed\":\"admin\"");
            assertThat(get(gateway, "/api/v1/savings", "Authorization", "Bearer " + admin.text())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(gateway, "/health").body())
                    .contains("\"status\":\"up\"")
                    .doesNotContain("fixture");
            assertThat(get(gateway, "/health", asReader).body()).contains("fixture");
            assertThat(get(gateway, "/health", "Authorization", "Bearer wrong").statusCode())
                    .isEqualTo(401);
            assertThat(get(gateway, "/health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void rejectsOtherOrigins() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            assertThat(get(gateway, "/api/v1/requests", "Origin", "https://evil.example")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(get(gateway, "/health", "Origin", "https://evil.example").statusCode())
                    .isEqualTo(403);
            assertThat(send(HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/stats"))
                                    .POST(BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(405);
        }
    }

    @Test
    void browsersDoNotGuessContentTypes() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            for (String path : List.of("/health", "/api/v1/stats", "/metrics", "/api/v1/tools/none/none")) {
                assertThat(get(gateway, path).headers().firstValue("X-Content-Type-Options"))
                        .as(path)
                        .hasValue("nosniff");
            }
        }
    }

    @Test
    void reportsDownWithoutReachableServer() throws Exception {
        try (ServeFixture gateway =
                ServeFixture.of(ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("gone", List.of("/no/such/program"))))) {
            assertThat(get(gateway, "/health/ready").statusCode()).isEqualTo(200);
            post(
                    gateway,
                    "",
                    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                            + "\"capabilities\":{}}}");
            assertThat(get(gateway, "/health").statusCode()).isEqualTo(503);
            assertThat(get(gateway, "/health").body()).contains("{\"name\":\"gone\",\"status\":\"down\"}");
            assertThat(get(gateway, "/health/ready").statusCode()).isEqualTo(503);
            assertThat(get(gateway, "/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void unusableDatabaseFailsNoCall() throws Exception {
        Files.writeString(folder.resolve("telemetry"), "in the way");
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            JsonNode page = call(gateway, "list", "{\"count\":3000}").at("/structuredContent");
            assertThat(page.at("/totalCount").asInt()).isEqualTo(3_000);
            assertThat(page.at("/value/items/2").toString()).isEqualTo("{\"id\":2,\"name\":\"item 2\",\"price\":2.1}");
            String cursor = page.at("/nextCursor").asString();
            assertThat(call(gateway, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}")
                            .at("/structuredContent/value/items/0/id")
                            .asInt())
                    .isEqualTo(page.at("/range/1").asInt());
            HttpResponse<String> requests = get(gateway, "/api/v1/requests");
            assertThat(requests.statusCode()).isEqualTo(500);
            assertThat(requests.body()).contains("telemetry cannot be read");
            JsonNode health = json(gateway, "/health");
            assertThat(health.get("status").asString()).isEqualTo("degraded");
            assertThat(health.at("/telemetry/lost").asInt()).isEqualTo(2);
            assertThat(gateway.log()).contains("telemetry is lost");
        }
    }

    @Test
    void importsSpoolsOfOtherProcesses() throws Exception {
        long now = System.currentTimeMillis();
        try (EntrySpool entrySpool = EntrySpool.create(folder, 1 << 20)) {
            entrySpool.write(List.of(SampleEntries.entry(now, "elsewhere", "passed")));
        }
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            assertThat(json(gateway, "/api/v1/requests?tool=elsewhere").get("requests"))
                    .hasSize(1);
        }
    }
}
