package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.ManagementConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServeConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.SharingConfig;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.testkit.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests calls that are parked in one replica and whose input responses arrive at another replica. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ReplicaPeersTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
    private static final NewToken ADMIN = NewToken.from(new SecureRandom());
    private static final NewToken READER = NewToken.from(new SecureRandom());

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    /** An HTTP status with a JSON-RPC message. */
    private record Response(int status, JsonNode message) {

        String state() {
            assertThat(message.at("/result/resultType").asString(""))
                    .as(message.toString())
                    .isEqualTo("input_required");
            return message.at("/result/requestState").asString();
        }

        String code() {
            return message.at("/error/data/error/code").asString(message.toString());
        }
    }

    private ServeFixture replica(String name, int port, AccessConfig accessConfig, List<String> peers)
            throws Exception {
        Configuration defaults =
                Configuration.defaults(Files.createDirectories(folder.resolve(name)), StoreConfig.Type.MEMORY);
        ServeConfig serveConfig = new ServeConfig(
                "127.0.0.1:" + port,
                null,
                List.of(),
                false,
                100,
                Duration.ofMinutes(5),
                20,
                SharingConfig.defaults(),
                accessConfig,
                peers,
                ManagementConfig.defaults());
        SecretValue key = new SecretValue("key of all replicas in this test");
        return ServeFixture.of(new Configuration(
                        defaults.servers(),
                        defaults.preset(),
                        defaults.policies(),
                        defaults.store(),
                        new CursorConfig(CursorConfig.Bind.CALLER, key, List.of()),
                        defaults.maxMessageBytes(),
                        serveConfig,
                        defaults.telemetry(),
                        defaults.logLevel(),
                        defaults.data())
                .with(ServerConfig.of("fixture", FixtureServer.command("-Dfixture.legacyOnly=true"))));
    }

    private Response call(ServeFixture replica, String path, String params, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(replica.baseUrl() + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", toolName(path))
                .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
                        + "\"name\":\"" + toolName(path) + "\",\"arguments\":{}," + params + META + "}}"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        String body = response.body();
        String json = body.startsWith("{")
                ? body
                : body.lines()
                        .filter(line -> line.startsWith("data: "))
                        .reduce((first, last) -> last)
                        .orElse("data: {}")
                        .substring(6);
        return new Response(response.statusCode(), JsonMapper.shared().readTree(json));
    }

    private static String toolName(String path) {
        return path.equals("/mcp") ? "fixture__ask" : "ask";
    }

    private static String inputResponse(Response inputRequired) {
        assertThat(inputRequired.message().at("/result/inputRequests").propertyNames())
                .as(inputRequired.message().toString())
                .hasSize(1);
        String key = inputRequired
                .message()
                .at("/result/inputRequests")
                .propertyNames()
                .iterator()
                .next();
        return "\"requestState\":\"" + inputRequired.state() + "\",\"inputResponses\":{\"" + key
                + "\":{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}},";
    }

    @Test
    void continuesParkedCallAtAnotherReplica() throws Exception {
        int port = RedisServer.freePort();
        int secondPort = RedisServer.freePort();
        List<String> peers = List.of("http://127.0.0.1:" + port, "http://127.0.0.1:" + secondPort + "/");
        try (ServeFixture first = replica("one", port, AccessConfig.open(), peers)) {
            String inputForStoppedReplica;
            try (ServeFixture second = replica("two", secondPort, AccessConfig.open(), peers)) {
                for (String path : List.of("/mcp/fixture", "/mcp")) {
                    Response inputRequired = call(first, path, "");
                    Response answer = call(second, path, inputResponse(inputRequired));
                    assertThat(answer.message().at("/result/content/0/text").asString(""))
                            .as(answer.message().toString())
                            .contains("Ann");
                    assertThat(call(second, path, inputResponse(inputRequired)).code())
                            .isEqualTo("INVALID_REQUEST");
                    assertThat(call(second, path, inputResponse(call(second, path, "")))
                                    .message()
                                    .at("/result/content/0/text")
                                    .asString(""))
                            .contains("Ann");
                }
                inputForStoppedReplica = inputResponse(call(second, "/mcp/fixture", ""));
                assertThat(call(first, "/mcp/fixture", inputForStoppedReplica, "Plimsoll-Forwarded", "1")
                                .status())
                        .as("a forwarded call is not forwarded again")
                        .isEqualTo(421);
            }
            assertThat(call(first, "/mcp/fixture", inputForStoppedReplica).code())
                    .isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void saysThatCallIsParkedInAnotherReplicaIfThereAreNoPeers() throws Exception {
        try (ServeFixture first = replica("one", 0, AccessConfig.open(), List.of());
                ServeFixture second = replica("two", 0, AccessConfig.open(), List.of())) {
            Response inputRequired = call(first, "/mcp/fixture", "");
            Response refused = call(second, "/mcp/fixture", inputResponse(inputRequired));
            assertThat(refused.code()).isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(refused.message().toString()).contains("another replica", "without requestState");
            String invalidState =
                    "\"requestState\":\"input.AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAA\",\"inputResponses\":{},";
            assertThat(call(second, "/mcp/fixture", invalidState).code()).isEqualTo("INVALID_REQUEST");
        }
    }

    @Test
    void forwardedCallersAreAuthenticatedAgain() throws Exception {
        int port = RedisServer.freePort();
        int secondPort = RedisServer.freePort();
        List<String> peers = List.of("http://127.0.0.1:" + port, "http://127.0.0.1:" + secondPort);
        AccessConfig accessConfig = ServeFixture.access(ADMIN, READER);
        String[] adminHeaders = {"Authorization", "Bearer " + ADMIN.text()};
        String[] readerHeaders = {"Authorization", "Bearer " + READER.text()};
        try (ServeFixture first = replica("one", port, accessConfig, peers);
                ServeFixture second = replica("two", secondPort, accessConfig, peers)) {
            Response inputRequired = call(first, "/mcp/fixture", "", adminHeaders);
            assertThat(call(second, "/mcp/fixture", inputResponse(inputRequired))
                            .status())
                    .isEqualTo(401);
            assertThat(call(second, "/mcp/fixture", inputResponse(inputRequired), "Plimsoll-Forwarded", "1")
                            .status())
                    .isEqualTo(401);
            assertThat(call(first, "/mcp/fixture", inputResponse(inputRequired), "Plimsoll-Forwarded", "1")
                            .status())
                    .isEqualTo(401);
            assertThat(call(second, "/mcp/fixture", inputResponse(inputRequired), readerHeaders)
                            .message()
                            .toString())
                    .doesNotContain("Ann");
            assertThat(call(second, "/mcp/fixture", inputResponse(inputRequired), adminHeaders)
                            .message()
                            .at("/result/content/0/text")
                            .asString(""))
                    .contains("Ann");
        }
    }
}
