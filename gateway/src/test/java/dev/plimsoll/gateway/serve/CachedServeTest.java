package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.CountingServer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests a real process behind {@code serve} that counts its runs, in both eras and at all endpoints. */
class CachedServeTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private ServeFixture served(Policy policy, AccessConfig accessConfig) throws Exception {
        Configuration plain = ServeFixture.configuration(
                folder.resolve("data"), "127.0.0.1:0", CursorConfig.Bind.CALLER, accessConfig);
        Configuration cached = new Configuration(
                plain.servers(),
                plain.preset(),
                Policies.of(policy),
                plain.store(),
                plain.cursor(),
                plain.maxMessageBytes(),
                plain.serving(),
                plain.telemetry(),
                plain.logLevel(),
                plain.data());
        return ServeFixture.of(cached.with(ServerConfig.of("counting", CountingServer.command(runsFile()))));
    }

    private ServeFixture served() throws Exception {
        return served(Policy.defaults().with(Policy.CACHE_TTL, Duration.ofHours(1)), AccessConfig.open());
    }

    private Path runsFile() {
        return folder.resolve("runs");
    }

    private int runs() throws IOException {
        return CountingServer.runs(runsFile());
    }

    private static URI at(ServeFixture serveFixture, String path) {
        return URI.create(serveFixture.base() + path);
    }

    private static HttpRequest.Builder post(URI address, String body) {
        return HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(body));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> plain(ServeFixture serveFixture, String tool, String arguments) throws Exception {
        return send(post(at(serveFixture, "/api/v1/tools/counting/" + tool), arguments));
    }

    private HttpResponse<String> modern(ServeFixture serveFixture, String path, String tool, String arguments)
            throws Exception {
        String params = "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "," + META + "}";
        return send(post(
                        at(serveFixture, path),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool));
    }

    /** Calls a tool in a new session. */
    private HttpResponse<String> legacy(ServeFixture serveFixture, String tool, String arguments) throws Exception {
        URI address = at(serveFixture, "/mcp/counting");
        HttpResponse<String> opened = send(post(
                address,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"old\",\"version\":\"1\"}}}"));
        String session = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
        send(post(address, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .header("Mcp-Session-Id", session));
        return send(post(
                        address,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                                + "\",\"arguments\":" + arguments + "}}")
                .header("Mcp-Session-Id", session));
    }

    private static JsonNode json(HttpResponse<String> response) {
        String body = response.body();
        String last = body.startsWith("{")
                ? body
                : body.lines()
                        .filter(line -> line.startsWith("data: {"))
                        .reduce((one, other) -> other)
                        .orElseThrow()
                        .substring(6);
        JsonNode json = JSON.readTree(last);
        return json.has("result") ? json.get("result") : json;
    }

    private static boolean isHit(HttpResponse<String> response) {
        boolean marked = json(response).path("_meta").has("dev.plimsoll/cache");
        boolean document =
                response.headers().firstValue("Content-Type").orElse("").equals("application/json");
        boolean header = response.headers().firstValue("X-Cache-Hit").orElse("").equals("true");
        assertThat(header || !document).as("%s", response.headers()).isEqualTo(marked || !document);
        return marked;
    }

    @Test
    void equalCallsRunOnceAcrossEndpointsAndEras() throws Exception {
        try (ServeFixture serveFixture = served()) {
            HttpResponse<String> first = plain(serveFixture, "look", "{\"rows\":3}");
            assertThat(isHit(first)).isFalse();
            assertThat(isHit(plain(serveFixture, "look", "{ \"rows\": 3 }"))).isTrue();
            HttpResponse<String> modern = modern(serveFixture, "/mcp/counting", "look", "{\"rows\":3}");
            assertThat(isHit(modern)).isTrue();
            assertThat(json(modern).get("resultType").asString()).isEqualTo("complete");
            assertThat(isHit(modern(serveFixture, "/mcp", "counting__look", "{\"rows\":3}")))
                    .isTrue();
            HttpResponse<String> legacy = legacy(serveFixture, "look", "{\"rows\":3}");
            assertThat(isHit(legacy)).isTrue();
            assertThat(json(legacy).has("resultType")).isFalse();
            for (HttpResponse<String> one : List.of(modern, legacy)) {
                assertThat(json(one).get("structuredContent"))
                        .isEqualTo(json(first).get("structuredContent"));
            }
            assertThat(runs()).isEqualTo(1);
        }
    }

    @Test
    void writesAndNotificationsDropEntries() throws Exception {
        try (ServeFixture serveFixture = served()) {
            plain(serveFixture, "look", "{}");
            plain(serveFixture, "change", "{}");
            assertThat(isHit(plain(serveFixture, "look", "{}"))).isFalse();
            assertThat(runs()).isEqualTo(3);
            // notified between requests, when no client is listening
            assertThat(isHit(plain(serveFixture, "announce", "{}"))).isFalse();
            assertThat(isHit(plain(serveFixture, "look", "{}"))).isFalse();
            assertThat(isHit(plain(serveFixture, "look", "{}"))).isTrue();
        }
    }

    @Test
    void pagesLargeResultFromCache() throws Exception {
        try (ServeFixture serveFixture = served()) {
            plain(serveFixture, "look", "{\"rows\":900}");
            HttpResponse<String> again = plain(serveFixture, "look", "{\"rows\":900}");
            assertThat(isHit(again)).isTrue();
            String cursor = json(again)
                    .get("structuredContent")
                    .get("_plimsoll")
                    .get("nextCursor")
                    .asString();
            JsonNode next = json(plain(serveFixture, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}"));
            assertThat(next.get("structuredContent").toString()).contains("row number 50");
            assertThat(runs()).isEqualTo(1);
        }
    }

    @Test
    void reportsCacheHits() throws Exception {
        try (ServeFixture serveFixture = served()) {
            plain(serveFixture, "look", "{}");
            plain(serveFixture, "look", "{}");
            plain(serveFixture, "change", "{}");
            String metrics =
                    send(HttpRequest.newBuilder(at(serveFixture, "/metrics"))).body();
            assertThat(metrics)
                    .contains("plimsoll_cache_requests_total{server=\"counting\",result=\"hit\"} 1\n")
                    .contains("plimsoll_cache_requests_total{server=\"counting\",result=\"miss\"} 1\n")
                    .contains("plimsoll_cache_hit_ratio{server=\"counting\"} 0.5\n")
                    .contains("plimsoll_cache_dropped_total{server=\"counting\",reason=\"write\"} 1\n")
                    .contains("plimsoll_cache_entries 0\n");
            JsonNode status = JSON.readTree(send(HttpRequest.newBuilder(at(serveFixture, "/api/v1/status")))
                    .body());
            assertThat(status.get("cache").get("hitRate").asDouble()).isEqualTo(0.5);
            JsonNode stats = JSON.readTree(send(HttpRequest.newBuilder(at(serveFixture, "/api/v1/stats")))
                    .body());
            assertThat(stats.get("cache").get("hits").asInt()).isEqualTo(1);
        }
    }

    @Test
    void onlyAdminsDropEntriesAndCallersAreSeparate() throws Exception {
        SplittableRandom chance = new SplittableRandom(7);
        NewToken admin = NewToken.from(chance);
        NewToken reader = NewToken.from(chance);
        Policy policy = Policy.defaults().with(Policy.CACHE_TTL, Duration.ofHours(1));
        try (ServeFixture serveFixture = served(policy, ServeFixture.access(admin, reader))) {
            HttpRequest.Builder call = post(at(serveFixture, "/api/v1/tools/counting/look"), "{}");
            String boss = "Bearer " + admin.text();
            String other = "Bearer " + reader.text();
            assertThat(isHit(send(call.copy().header("Authorization", boss)))).isFalse();
            assertThat(isHit(send(call.copy().header("Authorization", other)))).isFalse();
            assertThat(isHit(send(call.copy().header("Authorization", other)))).isTrue();
            assertThat(runs()).isEqualTo(2);

            HttpRequest.Builder drop = HttpRequest.newBuilder(at(serveFixture, "/api/v1/cache?caller=token%20reader"))
                    .DELETE();
            assertThat(send(drop.copy()).statusCode()).isEqualTo(401);
            assertThat(send(drop.copy().header("Authorization", other)).statusCode())
                    .isEqualTo(403);
            assertThat(send(drop.copy().header("Authorization", boss).header("Origin", "http://evil.example"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(drop.copy().header("Authorization", boss)).body()).isEqualTo("{\"dropped\":1}");
            assertThat(isHit(send(call.copy().header("Authorization", other)))).isFalse();
            assertThat(isHit(send(call.copy().header("Authorization", boss)))).isTrue();
        }
    }

    @Test
    void presetGuidedCachesReadOnlyTools() throws Exception {
        try (ServeFixture serveFixture = served(Preset.GUIDED.applyTo(Policy.defaults()), AccessConfig.open())) {
            plain(serveFixture, "look", "{\"rows\":40}");
            assertThat(isHit(plain(serveFixture, "look", "{\"rows\":40}"))).isTrue();
            plain(serveFixture, "change", "{\"rows\":1}");
            assertThat(isHit(plain(serveFixture, "change", "{\"rows\":1}"))).isFalse();
        }
    }
}
