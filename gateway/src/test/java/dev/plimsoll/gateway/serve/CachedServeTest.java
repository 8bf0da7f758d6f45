package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
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

/**
 * Tests the response cache of {@code serve} in both eras and at all endpoints. The server is a real process that counts its
 * runs, so a call that does not increase the count was answered from the cache.
 */
class CachedServeTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private ServeFixture startGateway(Policy policy, AccessConfig accessConfig) throws Exception {
        Configuration uncached = ServeFixture.configuration(
                folder.resolve("data"), "127.0.0.1:0", CursorConfig.Bind.CALLER, accessConfig);
        Configuration cached = new Configuration(
                uncached.servers(),
                uncached.preset(),
                Policies.of(policy),
                uncached.store(),
                uncached.cursor(),
                uncached.maxMessageBytes(),
                uncached.serving(),
                uncached.telemetry(),
                uncached.logLevel(),
                uncached.data());
        return ServeFixture.of(cached.with(ServerConfig.of("counting", CountingServer.command(runsFile()))));
    }

    private ServeFixture startGateway() throws Exception {
        return startGateway(Policy.defaults().with(Policy.CACHE_TTL, Duration.ofHours(1)), AccessConfig.open());
    }

    private Path runsFile() {
        return folder.resolve("runs");
    }

    private int runCount() throws IOException {
        return CountingServer.runs(runsFile());
    }

    private static URI url(ServeFixture gateway, String path) {
        return URI.create(gateway.baseUrl() + path);
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

    private HttpResponse<String> callOverHttpApi(ServeFixture gateway, String tool, String arguments) throws Exception {
        return send(post(url(gateway, "/api/v1/tools/counting/" + tool), arguments));
    }

    private HttpResponse<String> callModern(ServeFixture gateway, String path, String tool, String arguments)
            throws Exception {
        String params = "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "," + META + "}";
        return send(post(
                        url(gateway, path),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", tool));
    }

    /** Calls a tool in a new session of revision 2025-11-25. */
    private HttpResponse<String> callLegacy(ServeFixture gateway, String tool, String arguments) throws Exception {
        URI address = url(gateway, "/mcp/counting");
        HttpResponse<String> initializeResponse = send(post(
                address,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"old\",\"version\":\"1\"}}}"));
        String session =
                initializeResponse.headers().firstValue("Mcp-Session-Id").orElseThrow();
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
                        .reduce((earlier, later) -> later)
                        .orElseThrow()
                        .substring(6);
        JsonNode json = JSON.readTree(last);
        return json.has("result") ? json.get("result") : json;
    }

    /**
     * Returns whether the metadata says that the answer came from the cache. Checks that the header of a JSON response
     * says the same; an event stream has no such header.
     */
    private static boolean isHit(HttpResponse<String> response) {
        boolean hasCacheMeta = json(response).path("_meta").has("dev.plimsoll/cache");
        boolean isJson =
                response.headers().firstValue("Content-Type").orElse("").equals("application/json");
        boolean hasCacheHeader =
                response.headers().firstValue("X-Cache-Hit").orElse("").equals("true");
        assertThat(hasCacheHeader || !isJson).as("%s", response.headers()).isEqualTo(hasCacheMeta || !isJson);
        return hasCacheMeta;
    }

    @Test
    void equalCallsRunOnceAcrossEndpointsAndEras() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            HttpResponse<String> first = callOverHttpApi(gateway, "look", "{\"rows\":3}");
            assertThat(isHit(first)).isFalse();
            assertThat(isHit(callOverHttpApi(gateway, "look", "{ \"rows\": 3 }")))
                    .isTrue();
            HttpResponse<String> modern = callModern(gateway, "/mcp/counting", "look", "{\"rows\":3}");
            assertThat(isHit(modern)).isTrue();
            assertThat(json(modern).get("resultType").asString()).isEqualTo("complete");
            assertThat(isHit(callModern(gateway, "/mcp", "counting__look", "{\"rows\":3}")))
                    .isTrue();
            HttpResponse<String> legacy = callLegacy(gateway, "look", "{\"rows\":3}");
            assertThat(isHit(legacy)).isTrue();
            assertThat(json(legacy).has("resultType")).isFalse();
            for (HttpResponse<String> response : List.of(modern, legacy)) {
                assertThat(json(response).get("structuredContent"))
                        .isEqualTo(json(first).get("structuredContent"));
            }
            assertThat(runCount()).isEqualTo(1);
        }
    }

    @Test
    void writesAndNotificationsDropEntries() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            callOverHttpApi(gateway, "look", "{}");
            callOverHttpApi(gateway, "change", "{}");
            assertThat(isHit(callOverHttpApi(gateway, "look", "{}"))).isFalse();
            assertThat(runCount()).isEqualTo(3);
            // the notification is sent when no client is listening
            assertThat(isHit(callOverHttpApi(gateway, "announce", "{}"))).isFalse();
            assertThat(isHit(callOverHttpApi(gateway, "look", "{}"))).isFalse();
            assertThat(isHit(callOverHttpApi(gateway, "look", "{}"))).isTrue();
        }
    }

    @Test
    void pagesLargeResultFromCache() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            callOverHttpApi(gateway, "look", "{\"rows\":900}");
            HttpResponse<String> secondResponse = callOverHttpApi(gateway, "look", "{\"rows\":900}");
            assertThat(isHit(secondResponse)).isTrue();
            String cursor = json(secondResponse)
                    .get("structuredContent")
                    .get("nextCursor")
                    .asString();
            JsonNode next = json(callOverHttpApi(gateway, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"}"));
            assertThat(next.get("structuredContent").toString()).contains("row number 50");
            assertThat(runCount()).isEqualTo(1);
        }
    }

    @Test
    void reportsCacheHits() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            callOverHttpApi(gateway, "look", "{}");
            callOverHttpApi(gateway, "look", "{}");
            callOverHttpApi(gateway, "change", "{}");
            String metrics =
                    send(HttpRequest.newBuilder(url(gateway, "/metrics"))).body();
            assertThat(metrics)
                    .contains("plimsoll_cache_requests_total{server=\"counting\",result=\"hit\"} 1\n")
                    .contains("plimsoll_cache_requests_total{server=\"counting\",result=\"miss\"} 1\n")
                    .contains("plimsoll_cache_hit_ratio{server=\"counting\"} 0.5\n")
                    .contains("plimsoll_cache_dropped_total{server=\"counting\",reason=\"write\"} 1\n")
                    .contains("plimsoll_cache_entries 0\n");
            JsonNode status = JSON.readTree(
                    send(HttpRequest.newBuilder(url(gateway, "/api/v1/status"))).body());
            assertThat(status.get("cache").get("hitRate").asDouble()).isEqualTo(0.5);
            JsonNode stats = JSON.readTree(
                    send(HttpRequest.newBuilder(url(gateway, "/api/v1/stats"))).body());
            assertThat(stats.get("cache").get("hits").asInt()).isEqualTo(1);
        }
    }

    @Test
    void onlyAdminsDropEntriesAndCallersAreSeparate() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        NewToken admin = NewToken.from(random);
        NewToken reader = NewToken.from(random);
        Policy policy = Policy.defaults().with(Policy.CACHE_TTL, Duration.ofHours(1));
        try (ServeFixture gateway = startGateway(policy, ServeFixture.access(admin, reader))) {
            HttpRequest.Builder call = post(url(gateway, "/api/v1/tools/counting/look"), "{}");
            String adminAuthorization = "Bearer " + admin.text();
            String readerAuthorization = "Bearer " + reader.text();
            assertThat(isHit(send(call.copy().header("Authorization", adminAuthorization))))
                    .isFalse();
            assertThat(isHit(send(call.copy().header("Authorization", readerAuthorization))))
                    .isFalse();
            assertThat(isHit(send(call.copy().header("Authorization", readerAuthorization))))
                    .isTrue();
            assertThat(runCount()).isEqualTo(2);

            HttpRequest.Builder drop = HttpRequest.newBuilder(url(gateway, "/api/v1/cache?caller=token%20reader"))
                    .DELETE();
            assertThat(send(drop.copy()).statusCode()).isEqualTo(401);
            assertThat(send(drop.copy().header("Authorization", readerAuthorization))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(drop.copy()
                                    .header("Authorization", adminAuthorization)
                                    .header("Origin", "http://evil.example"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(drop.copy().header("Authorization", adminAuthorization))
                            .body())
                    .isEqualTo("{\"dropped\":1}");
            assertThat(isHit(send(call.copy().header("Authorization", readerAuthorization))))
                    .isFalse();
            assertThat(isHit(send(call.copy().header("Authorization", adminAuthorization))))
                    .isTrue();
        }
    }

    @Test
    void presetGuidedCachesReadOnlyTools() throws Exception {
        try (ServeFixture gateway = startGateway(Preset.GUIDED.applyTo(Policy.defaults()), AccessConfig.open())) {
            callOverHttpApi(gateway, "look", "{\"rows\":40}");
            assertThat(isHit(callOverHttpApi(gateway, "look", "{\"rows\":40}"))).isTrue();
            callOverHttpApi(gateway, "change", "{\"rows\":1}");
            assertThat(isHit(callOverHttpApi(gateway, "change", "{\"rows\":1}")))
                    .isFalse();
        }
    }
}
