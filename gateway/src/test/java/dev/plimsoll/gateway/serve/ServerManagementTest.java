package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.manage.server.RestartRequests;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests adding, stopping, restarting, and removing real servers while the gateway runs. */
@Timeout(180)
class ServerManagementTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String COMMAND = JSON.writeValueAsString(FixtureServer.command());

    /** Virtual threads for blocking calls, because the clients need the threads of the common pool. */
    private static final Executor THREADS = command -> Thread.ofVirtual().start(command);

    @TempDir
    private Path folder;

    private Path file(String settings) throws Exception {
        return Files.writeString(
                folder.resolve("plimsoll.yaml"),
                "# our gateway\n" + settings + "servers:\n  # the first one\n  a:\n    command: " + COMMAND
                        + "   # started on demand\n\n# the end\n");
    }

    private static HttpResponse<String> send(
            ServeFixture gateway, String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path)).header("Content-Type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(
                request.method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(ServeFixture gateway, String path, String body) throws Exception {
        return send(gateway, "POST", path, body);
    }

    private static String server(String name, String settings) {
        return "{\"name\":\"" + name + "\",\"config\":{\"command\":" + COMMAND + settings + "}}";
    }

    private static JsonNode assertOk(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static JsonNode servers(ServeFixture gateway) throws Exception {
        return assertOk(send(gateway, "GET", "/api/v1/servers", ""));
    }

    private static String status(ServeFixture gateway, String name) throws Exception {
        for (JsonNode server : servers(gateway).get("servers")) {
            if (server.get("name").asString().equals(name)) {
                return server.get("status").asString();
            }
        }
        return "none";
    }

    private static McpSyncClient client(ServeFixture gateway, String endpoint, BlockingQueue<List<String>> listings) {
        return McpClient.sync(HttpClientStreamableHttpTransport.builder(gateway.baseUrl())
                        .endpoint(endpoint)
                        .openConnectionOnStartup(true)
                        .build())
                .requestTimeout(Duration.ofSeconds(60))
                .toolsChangeConsumer(
                        tools -> listings.add(tools.stream().map(Tool::name).toList()))
                .build();
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static void awaitListing(BlockingQueue<List<String>> listings, Predicate<List<String>> wanted)
            throws InterruptedException {
        List<String> listing = listings.poll(30, TimeUnit.SECONDS);
        while (listing != null && !wanted.test(listing)) {
            listing = listings.poll(30, TimeUnit.SECONDS);
        }
        assertThat(listing).as("a notified listing").isNotNull();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 800 && !condition.call(); i++) {
            TimeUnit.MILLISECONDS.sleep(25);
        }
        assertThat(condition.call()).as("condition within twenty seconds").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"session", "shared"})
    void callsOfOtherServersFinishDuringChanges(String isolation) throws Exception {
        Path file = file("management: local\nisolation: " + isolation + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        String before = Files.readString(file);
        BlockingQueue<List<String>> listings = new LinkedBlockingQueue<>();
        try (ServeFixture gateway = ServeFixture.withFile(folder, file);
                McpSyncClient hub = client(gateway, "/mcp", listings);
                McpSyncClient serverClient = client(gateway, "/mcp/a", new LinkedBlockingQueue<>())) {
            hub.initialize();
            serverClient.initialize();
            hub.listTools();
            CompletableFuture<CallToolResult> callAtHub =
                    CompletableFuture.supplyAsync(() -> call(hub, "a__slow", Map.of("ms", 10_000)), THREADS);
            CompletableFuture<CallToolResult> callAtServer =
                    CompletableFuture.supplyAsync(() -> call(serverClient, "slow", Map.of("ms", 10_000)), THREADS);
            CompletableFuture<HttpResponse<String>> callOverRest = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return post(gateway, "/api/v1/tools/a/slow", "{\"ms\":10000}");
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    THREADS);

            JsonNode added = assertOk(post(gateway, "/api/v1/servers", server("b", "")));
            assertThat(added.at("/trial/tools").asInt()).isGreaterThan(5);
            assertThat(added.at("/trial/toolTokens").asInt()).isGreaterThan(100);
            awaitListing(listings, names -> names.contains("b__echo") && names.contains("a__echo"));
            assertThat(call(hub, "b__echo", Map.of("message", "one")).toString())
                    .contains("one");
            assertOk(post(gateway, "/api/v1/servers/b/restart", "{}"));
            assertThat(call(hub, "b__echo", Map.of("message", "two")).toString())
                    .contains("two");
            assertThat(assertOk(post(gateway, "/api/v1/tools/b/echo", "{\"message\":\"three\"}"))
                            .toString())
                    .contains("three");
            assertOk(send(gateway, "DELETE", "/api/v1/servers/b", ""));
            awaitListing(listings, names -> !names.contains("b__echo") && names.contains("a__echo"));
            assertThat(call(hub, "b__echo", Map.of("message", "four")).toString())
                    .contains("UPSTREAM_UNAVAILABLE", "was removed");
            assertThat(post(gateway, "/api/v1/tools/b/echo", "{}").statusCode()).isEqualTo(404);

            assertThat(callAtHub.get().isError()).as(callAtHub.get().toString()).isNotEqualTo(true);
            assertThat(callAtServer.get().isError()).isNotEqualTo(true);
            assertThat(callOverRest.get().statusCode()).isEqualTo(200);
            assertThat(Files.readString(file)).isEqualTo(before);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-r-----");
        }
    }

    @Test
    void callsDoNotStartAStoppedServer() throws Exception {
        Path file = file("management: local\n");
        BlockingQueue<List<String>> listings = new LinkedBlockingQueue<>();
        try (ServeFixture gateway = ServeFixture.withFile(folder, file);
                McpSyncClient hub = client(gateway, "/mcp", listings)) {
            hub.initialize();
            hub.listTools();
            String shaped = call(hub, "a__list", Map.of("count", 3000)).toString();
            String cursor = shaped.replaceAll("(?s).*?nextCursor[\\\\\"=:]+([A-Za-z0-9_-]{48}).*", "$1");

            assertOk(post(gateway, "/api/v1/servers/a/stop", "{}"));

            awaitListing(listings, names -> !names.contains("a__echo"));
            assertThat(status(gateway, "a")).isEqualTo("stopped");
            assertThat(Files.readString(file)).contains("# started on demand\n    enabled: false\n\n# the end");
            assertThat(call(hub, "a__echo", Map.of("message", "x")).toString())
                    .contains("UPSTREAM_UNAVAILABLE", "plimsoll server start a");
            // stored results stay readable
            assertThat(call(hub, "plimsoll_read", Map.of("cursor", cursor)).isError())
                    .isNotEqualTo(true);
            assertThat(post(gateway, "/api/v1/servers/a/stop", "{}").statusCode())
                    .isEqualTo(409);
            assertThat(post(gateway, "/api/v1/servers/a/restart", "{}").statusCode())
                    .isEqualTo(404);

            assertOk(post(gateway, "/api/v1/servers/a/start", "{}"));

            awaitListing(listings, names -> names.contains("a__echo"));
            assertThat(call(hub, "a__echo", Map.of("message", "again")).toString())
                    .contains("again");
        }
    }

    @Test
    void restartEndsTheCallsOfTheServerAndStartsItAgain() throws Exception {
        Path file = file("management: local\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file);
                McpSyncClient hub = client(gateway, "/mcp", new LinkedBlockingQueue<>())) {
            hub.initialize();
            hub.listTools();
            CompletableFuture<CallToolResult> slow =
                    CompletableFuture.supplyAsync(() -> call(hub, "a__slow", Map.of("ms", 60_000)), THREADS);
            await(() -> status(gateway, "a").equals("up") || !slow.isDone());
            TimeUnit.MILLISECONDS.sleep(500);

            assertOk(post(gateway, "/api/v1/servers/a/restart", "{}"));

            assertThat(slow.get(30, TimeUnit.SECONDS).toString()).contains("UPSTREAM_UNAVAILABLE");
            assertThat(call(hub, "a__echo", Map.of("message", "back")).toString())
                    .contains("back");
            assertThat(Files.readString(folder.resolve("data/config-audit.jsonl")))
                    .contains("server restarted", "api, anyone");
        }
    }

    @Test
    void manualChangesOfTheFileApplyToo() throws Exception {
        Path file = file("");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            Files.writeString(file, Files.readString(file) + "  b: {command: " + COMMAND + "}\n");
            await(() ->
                    post(gateway, "/api/v1/tools/b/echo", "{\"message\":\"x\"}").statusCode() == 200);

            Files.writeString(file, Files.readString(file).replace("  b:", "  c:"));
            await(() ->
                    post(gateway, "/api/v1/tools/c/echo", "{\"message\":\"x\"}").statusCode() == 200);
            assertThat(post(gateway, "/api/v1/tools/b/echo", "{}").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void refusesChangesThatAreNotAllowed() throws Exception {
        Path file = file("");
        String before = Files.readString(file);
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            HttpResponse<String> response = post(gateway, "/api/v1/servers", server("b", ""));
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.body()).contains("--management local");
            assertThat(send(gateway, "DELETE", "/api/v1/servers/a", "").statusCode())
                    .isEqualTo(403);
            assertThat(post(gateway, "/api/v1/servers/a/stop", "{}").statusCode())
                    .isEqualTo(403);
            assertThat(servers(gateway).get("changeable").asBoolean()).isFalse();
        }
        file("management: local\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            // requests from pages of another site
            for (String[] headers : new String[][] {{"Origin", "https://evil.example"}, {"Origin", "null"}}) {
                assertThat(send(gateway, "POST", "/api/v1/servers", server("b", ""), headers)
                                .statusCode())
                        .isEqualTo(403);
                assertThat(send(gateway, "DELETE", "/api/v1/servers/a", "", headers)
                                .statusCode())
                        .isEqualTo(403);
            }
            HttpRequest form = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/servers"))
                    .header("Content-Type", "text/plain")
                    .POST(BodyPublishers.ofString(server("b", "")))
                    .build();
            assertThat(HTTP.send(form, BodyHandlers.ofString()).statusCode()).isEqualTo(415);
        }
        file("management: off\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(post(gateway, "/api/v1/servers", server("b", "")).body()).contains("turned off");
        }
        assertThat(Files.readString(file)).isEqualTo(before.replace("servers:", "management: off\nservers:"));
    }

    @Test
    void onlyAdministratorsChangeServers() throws Exception {
        NewToken admin = NewToken.from(new SplittableRandom(1));
        NewToken writer = NewToken.from(new SplittableRandom(2));
        Path file = file("auth:\n  tokens:\n    - {id: boss, hash: \"sha256:" + admin.hash()
                + "\", tier: admin}\n    - {id: other, hash: \"sha256:" + writer.hash() + "\", tier: read_write}\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            String[] asWriter = {"Authorization", "Bearer " + writer.text()};
            String[] asAdmin = {"Authorization", "Bearer " + admin.text()};
            assertThat(post(gateway, "/api/v1/servers", server("b", "")).statusCode())
                    .isEqualTo(401);
            assertThat(send(gateway, "POST", "/api/v1/servers", server("b", ""), asWriter)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(gateway, "DELETE", "/api/v1/servers/a", "", asWriter)
                            .statusCode())
                    .isEqualTo(403);
            assertOk(send(gateway, "POST", "/api/v1/servers", server("b", ""), asAdmin));
            assertThat(Files.readString(folder.resolve("data/config-audit.jsonl")))
                    .contains("api, token boss");
        }
    }

    @Test
    void refusesWrongRequestsAndChangesNothing() throws Exception {
        Path file = file("management: local\n");
        String before = Files.readString(file);
        Map<String, Integer> bodies = Map.ofEntries(
                Map.entry("", 400),
                Map.entry("[]", 400),
                Map.entry("{", 400),
                Map.entry("{\"name\":\"b\"}", 400),
                Map.entry("{\"name\":5,\"config\":{}}", 400),
                Map.entry(server("A B", ""), 400),
                Map.entry(server("../x", ""), 400),
                Map.entry(server("b\\n  c: {command: x}", ""), 400),
                Map.entry(server("plimsoll", ""), 400),
                Map.entry(server("a", ""), 409),
                Map.entry(server("b", ",\"url\":\"http://h/\""), 400),
                Map.entry(server("b", ",\"unknown\":1"), 400),
                Map.entry(server("b", ",\"env\":{\"X\":\"1\",\"X\":\"2\"}"), 400),
                Map.entry(server("b", ",\"env\":{\"X\":\"${NOT_SET_ANYWHERE}\"}"), 400),
                Map.entry(server("b", ",\"env\":" + "[".repeat(20_000) + "]".repeat(20_000)), 400),
                Map.entry("{\"name\":\"b\",\"config\":{\"env\":{}}}", 400),
                Map.entry("{\"name\":\"b\",\"config\":{\"command\":[\"/does/not/exist\"]}}", 502),
                Map.entry("{\"name\":\"b\",\"config\":{\"command\":[\"false\"]}}", 502),
                Map.entry(server("b", ",\"cwd\":\"" + "x".repeat(70_000) + "\""), 413));
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            for (Map.Entry<String, Integer> entry : bodies.entrySet()) {
                HttpResponse<String> response = post(gateway, "/api/v1/servers", entry.getKey());
                String shown =
                        entry.getKey().substring(0, Math.min(200, entry.getKey().length()));
                assertThat(response.statusCode())
                        .as(shown + " -> " + response.body())
                        .isEqualTo(entry.getValue());
            }
            assertThat(send(gateway, "DELETE", "/api/v1/servers/unknown", "").statusCode())
                    .isEqualTo(404);
            assertThat(send(gateway, "DELETE", "/api/v1/servers/a", "").body()).contains("keep at least one");
            assertThat(send(gateway, "DELETE", "/api/v1/servers/a/b", "").statusCode())
                    .isEqualTo(404);
            assertThat(send(gateway, "PUT", "/api/v1/servers", "{}").headers().firstValue("Allow"))
                    .hasValueSatisfying(allow -> assertThat(allow).contains("GET", "POST"));
            assertThat(post(gateway, "/api/v1/servers/unknown/restart", "{}").statusCode())
                    .isEqualTo(404);
            assertThat(post(gateway, "/api/v1/servers/unknown/stop", "{}").statusCode())
                    .isEqualTo(404);
            assertThat(Files.readString(file)).isEqualTo(before);
        }
    }

    @Test
    void fileThatWasChangedMeanwhileIsNotOverwritten() throws Exception {
        Path file = file("management: local\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            String digest = servers(gateway).get("digest").asString();
            String withDigest =
                    server("b", "").replace("\"name\"", "\"check\":false,\"digest\":\"" + digest + "\",\"name\"");
            assertOk(post(gateway, "/api/v1/servers", withDigest));
            // a second administrator sends the digest of the earlier state
            HttpResponse<String> secondResponse =
                    post(gateway, "/api/v1/servers", withDigest.replace("\"name\":\"b\"", "\"name\":\"c\""));
            assertThat(secondResponse.statusCode()).isEqualTo(409);
            assertThat(secondResponse.body()).contains("has changed since you read it");

            String validText = Files.readString(file);
            Files.writeString(file, validText + "policy: {tokenBudgetThreshold: many}\n");
            HttpResponse<String> invalidFileResponse = send(gateway, "DELETE", "/api/v1/servers/b", "");
            assertThat(invalidFileResponse.statusCode()).isEqualTo(409);
            assertThat(invalidFileResponse.body()).contains("has errors").contains("tokenBudgetThreshold");

            Files.writeString(file, validText + "maxProcesses: 7\n");
            HttpResponse<String> pendingChangeResponse = send(gateway, "DELETE", "/api/v1/servers/b", "");
            assertThat(pendingChangeResponse.statusCode()).isEqualTo(409);
            assertThat(pendingChangeResponse.body()).contains("changed by hand").contains("maxProcesses");
            assertThat(Files.readString(file)).isEqualTo(validText + "maxProcesses: 7\n");

            Files.delete(file);
            HttpResponse<String> missingFileResponse = send(gateway, "DELETE", "/api/v1/servers/b", "");
            assertThat(missingFileResponse.statusCode()).isEqualTo(500);
            assertThat(missingFileResponse.body()).contains("nothing was changed");
            assertThat(Files.exists(file)).isFalse();
            assertThat(post(gateway, "/api/v1/tools/b/echo", "{\"message\":\"x\"}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void concurrentChangesAreAllApplied() throws Exception {
        Path file = file("management: local\n");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            List<CompletableFuture<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String body = server("s" + i, "").replace("\"name\"", "\"check\":false,\"name\"");
                results.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return post(gateway, "/api/v1/servers", body).statusCode();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        THREADS));
            }
            for (CompletableFuture<Integer> result : results) {
                assertThat(result.get()).isEqualTo(200);
            }
            assertThat(servers(gateway).get("servers").size()).isEqualTo(13);
            assertThat(Files.readString(file)).contains("# the end", "  s0:", "  s11:");
        }
    }

    @Test
    void secretsAreNeverShown() throws Exception {
        Path file = file("management: local\n");
        String secret = "hunter2hunter2";
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            String body = server("b", ",\"env\":{\"API_KEY\":\"" + secret + "\"}");
            String added = post(gateway, "/api/v1/servers", body).body();
            assertThat(added).contains("applied").doesNotContain(secret);
            assertThat(Files.readString(file)).contains(secret);
            assertThat(servers(gateway).toString()).doesNotContain(secret);
            String refused = post(gateway, "/api/v1/servers", body.replace("\"b\"", "\"B B\""))
                    .body();
            assertThat(refused).doesNotContain(secret);
            assertThat(post(gateway, "/api/v1/servers/b/stop", "{}").body()).doesNotContain(secret);
            assertThat(send(gateway, "DELETE", "/api/v1/servers/b", "").body()).doesNotContain(secret);
            assertThat(gateway.log()).doesNotContain(secret);
            assertThat(Files.readString(folder.resolve("data/config-audit.jsonl")))
                    .doesNotContain(secret)
                    .contains("API_KEY");
        }
    }

    @Test
    void budgetsAndRulesAreEditedPreviewedAndUndone() throws Exception {
        Path file = file("management: local\n");
        String before = Files.readString(file);
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertOk(post(gateway, "/api/v1/tools/a/list", "{\"count\":3000}"));
            String rule = "{\"path\":[\"tools\",\"a/list\",\"tokenBudgetThreshold\"],\"value\":900";
            String preview = rule + ",\"preview\":true}";
            await(() -> assertOk(post(gateway, "/api/v1/config/edit", preview))
                            .at("/replay/requests")
                            .asInt()
                    > 0);
            JsonNode previewed = assertOk(post(gateway, "/api/v1/config/edit", preview));
            assertThat(previewed.get("yaml").asString())
                    .isEqualTo("tools:\n  a/list:\n    tokenBudgetThreshold: 900\n");
            assertThat(previewed.at("/replay/tools/0/wouldBeShaped").asInt()).isEqualTo(1);
            assertThat(Files.readString(file)).isEqualTo(before);

            assertThat(assertOk(post(gateway, "/api/v1/config/edit", rule + "}"))
                            .toString())
                    .contains("tools", "900");
            assertOk(post(
                    gateway, "/api/v1/config/edit", "{\"path\":[\"policy\",\"tokenBudgetThreshold\"],\"value\":5000}"));
            assertThat(Files.readString(file))
                    .isEqualTo(before.replace(
                            "\n# the end",
                            "tools:\n  a/list:\n    tokenBudgetThreshold: 900\npolicy:\n"
                                    + "  tokenBudgetThreshold: 5000\n\n# the end"));
            JsonNode edits = assertOk(send(gateway, "GET", "/api/v1/config/edits", ""));
            assertThat(edits.at("/edits/0/what").asString()).isEqualTo("set policy / tokenBudgetThreshold");
            assertThat(edits.at("/edits/1/by").asString()).isEqualTo("api, anyone");

            HttpResponse<String> otherFileResponse =
                    post(gateway, "/api/v1/config/undo", "{\"digest\":\"of another file\"}");
            assertThat(otherFileResponse.statusCode()).isEqualTo(409);
            assertOk(post(gateway, "/api/v1/config/undo", "{}"));
            assertOk(post(gateway, "/api/v1/config/undo", "{}"));
            assertThat(Files.readString(file)).isEqualTo(before);
            HttpResponse<String> emptyUndoResponse = post(gateway, "/api/v1/config/undo", "{}");
            assertThat(emptyUndoResponse.statusCode()).isEqualTo(404);
            assertThat(emptyUndoResponse.body()).contains("GET /api/v1/config/edits");
            HttpResponse<String> unknownServerResponse = post(gateway, "/api/v1/servers/unknown/stop", "{}");
            assertThat(unknownServerResponse.statusCode()).isEqualTo(404);
            assertThat(unknownServerResponse.body()).contains("CONNECTOR_NOT_FOUND");
            assertThat(Files.readString(folder.resolve("data/config-audit.jsonl")))
                    .contains("api, anyone, undo");

            for (String wrong : List.of(
                    "{\"path\":[\"servers\",\"a\"],\"value\":{}}",
                    "{\"path\":[\"auth\",\"tokens\"],\"value\":[]}",
                    "{\"path\":[\"management\"],\"value\":\"off\"}",
                    "{\"path\":\"policy\",\"value\":1}",
                    "{\"path\":[\"policy\",\"tokenBudgetThreshold\"]}",
                    "{\"path\":[\"policy\",\"tokenBudgetThreshold\"],\"value\":\"many\"}",
                    "{\"path\":[\"policy\",\"unknown\"],\"value\":1}")) {
                assertThat(post(gateway, "/api/v1/config/edit", wrong).statusCode())
                        .as(wrong)
                        .isEqualTo(400);
            }
            assertOk(post(gateway, "/api/v1/config/edit", rule + "}"));
            Files.writeString(file, Files.readString(file) + "# by hand\n");
            HttpResponse<String> undoResponse = post(gateway, "/api/v1/config/undo", "{}");
            assertThat(undoResponse.statusCode()).isEqualTo(409);
            assertThat(Files.readString(file)).endsWith("# by hand\n");
        }
        file("");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(post(gateway, "/api/v1/config/undo", "{}").statusCode()).isEqualTo(403);
            assertThat(post(
                                    gateway,
                                    "/api/v1/config/edit",
                                    "{\"path\":[\"policy\",\"tokenBudgetThreshold\"],\"value\":5000}")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void otherProcessesAskForARestart() throws Exception {
        Path file = file("");
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertOk(post(gateway, "/api/v1/tools/a/echo", "{\"message\":\"x\"}"));
            RestartRequests.request(folder.resolve("data"), "a");
            await(() -> gateway.log().contains("server restarted"));
            assertOk(post(gateway, "/api/v1/tools/a/echo", "{\"message\":\"x\"}"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"listen: 0.0.0.0:0\ninsecure: true", "trustedProxies: [10.0.0.0/8]"})
    void managementWithoutAuthenticationNeedsALoopbackListener(String settings) throws Exception {
        Path file = file("management: local\n" + settings + "\n");
        ConfigurationReader reader = new ConfigurationReader(new HostEnvironment(Map.of(), folder, folder, "Linux"));
        assertThatThrownBy(() -> reader.read(DefaultFile.WORKING_FOLDER, file.toString(), List.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("management")
                .hasMessageContaining("local requires");
    }

    @Test
    void errorWithoutConfigurationFileSaysWhatToDo() throws Exception {
        NewToken admin = NewToken.from(new SplittableRandom(1));
        NewToken reader = NewToken.from(new SplittableRandom(2));
        try (ServeFixture gateway = ServeFixture.of(ServeFixture.configuration(
                        folder, "127.0.0.1:0", CursorConfig.Bind.CALLER, ServeFixture.access(admin, reader))
                .with(ServerConfig.of("a", FixtureServer.command())))) {
            HttpResponse<String> response = send(
                    gateway, "POST", "/api/v1/servers", server("b", ""), "Authorization", "Bearer " + admin.text());
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("without a configuration file", "--config");
        }
    }
}
