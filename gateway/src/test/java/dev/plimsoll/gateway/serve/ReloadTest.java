package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.NewToken;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.fixture.FixtureAnswers;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests a configuration that changes during requests, with a real process behind the gateway. */
@Timeout(120)
class ReloadTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private static String file(String settings) {
        return ServeFixture.settings(settings, IsolationMode.SHARED);
    }

    private static void replace(Path file, String text) throws IOException {
        Path aside = file.resolveSibling("aside");
        Files.writeString(aside, text);
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static HttpResponse<String> post(ServeFixture serveFixture, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(serveFixture.base() + path))
                .header("Content-Type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static JsonNode get(ServeFixture serveFixture, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(serveFixture.base() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return JSON.readTree(HTTP.send(request.build(), BodyHandlers.ofString()).body());
    }

    /** Returns whether a text between the two budgets passes. */
    private static boolean passesUnchanged(ServeFixture serveFixture) throws Exception {
        JsonNode answer = JSON.readTree(post(serveFixture, "/api/v1/tools/fixture/text", "{\"bytes\":12000}")
                .body());
        return answer.at("/content/0/text").asString().equals(FixtureAnswers.lines(12_000));
    }

    private static int budget(ServeFixture serveFixture) throws Exception {
        String answer = post(serveFixture, "/api/v1/tools/fixture/echo", "{\"message\":\"hello\"}")
                .body();
        return JSON.readTree(answer).at("/_meta/dev.plimsoll~1budget/threshold").asInt();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 400 && !condition.call(); i++) {
            TimeUnit.MILLISECONDS.sleep(25);
        }
        assertThat(condition.call()).as("in ten seconds").isTrue();
    }

    @Test
    void appliesReplacedFile() throws Exception {
        Path file = Files.writeString(folder.resolve("plimsoll.json"), file("{}"));
        try (ServeFixture serveFixture = ServeFixture.withFile(folder, file)) {
            assertThat(budget(serveFixture)).isEqualTo(4000);
            assertThat(passesUnchanged(serveFixture)).isFalse();

            replace(file, file("{\"policy\":{\"tokenBudgetThreshold\":8000}}"));
            await(() -> budget(serveFixture) == 8000);
            assertThat(passesUnchanged(serveFixture)).isTrue();

            Files.writeString(file, file("{\"policy\":{\"tokenBudgetThreshold\":7000}}"));
            await(() -> budget(serveFixture) == 7000);
            assertThat(serveFixture.log())
                    .contains("configuration changed path=policy.tokenBudgetThreshold was=8000 is=7000 by=file");
        }
    }

    @Test
    void appliesChangedLink() throws Exception {
        // like a Kubernetes volume: a link to a file in a folder that is itself a link, and is replaced
        Path first = Files.createDirectory(folder.resolve("v1"));
        Path second = Files.createDirectory(folder.resolve("v2"));
        Files.writeString(first.resolve("plimsoll.json"), file("{}"));
        Files.writeString(second.resolve("plimsoll.json"), file("{\"policy\":{\"tokenBudgetThreshold\":9000}}"));
        Path current = Files.createSymbolicLink(folder.resolve("current"), first.getFileName());
        Path file = Files.createSymbolicLink(folder.resolve("plimsoll.json"), Path.of("current", "plimsoll.json"));
        try (ServeFixture serveFixture = ServeFixture.withFile(folder, file)) {
            assertThat(budget(serveFixture)).isEqualTo(4000);

            Path aside = Files.createSymbolicLink(folder.resolve("next"), second.getFileName());
            Files.move(aside, current, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);

            await(() -> budget(serveFixture) == 9000);
        }
    }

    @Test
    void invalidFileChangesNothingAndIsReported() throws Exception {
        Path file = Files.writeString(folder.resolve("plimsoll.json"), file("{}"));
        try (ServeFixture serveFixture = ServeFixture.withFile(folder, file)) {
            assertThat(get(serveFixture, "/health").at("/configuration/status").asString())
                    .isEqualTo("up");

            replace(file, file("{\"policy\":{\"tokenBudgetThreshold\":\"many\"}}"));
            await(() -> get(serveFixture, "/health").at("/status").asString().equals("degraded"));

            JsonNode health = get(serveFixture, "/health").get("configuration");
            assertThat(health.get("status").asString()).isEqualTo("refused");
            assertThat(health.get("faults").get(0).asString()).contains("policy.tokenBudgetThreshold", "many");
            assertThat(budget(serveFixture)).isEqualTo(4000);
            HttpResponse<String> asked = post(serveFixture, "/api/v1/config/reload", "{}");
            assertThat(asked.statusCode()).isEqualTo(400);
            assertThat(JSON.readTree(asked.body()).at("/error/details/faults/0").asString())
                    .contains("policy.tokenBudgetThreshold");
            assertThat(get(serveFixture, "/api/v1/config/reloads")
                            .at("/attempts/0/result")
                            .asString())
                    .isEqualTo("refused");

            replace(file, file("{}"));
            await(() -> get(serveFixture, "/health").at("/status").asString().equals("up"));
        }
    }

    /** Returns the arguments of the tool that lists. */
    private static String arguments(List<Tool> tools) {
        return tools.stream()
                .filter(tool -> tool.name().endsWith("list"))
                .map(tool -> tool.inputSchema().toString())
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp", "/mcp/fixture"})
    void notifiesSessionsOfChangedToolLists(String endpoint) throws Exception {
        Path file = Files.writeString(folder.resolve("plimsoll.json"), file("{}"));
        BlockingQueue<String> listings = new LinkedBlockingQueue<>();
        try (ServeFixture serveFixture = ServeFixture.withFile(folder, file);
                McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(serveFixture.base())
                                .endpoint(endpoint)
                                .openConnectionOnStartup(true)
                                .build())
                        .toolsChangeConsumer(tools -> listings.add(arguments(tools)))
                        .build()) {
            client.initialize();
            assertThat(arguments(client.listTools().tools())).doesNotContain("page_size");

            // the budget does not appear in listings
            replace(file, file("{\"policy\":{\"tokenBudgetThreshold\":5000}}"));
            await(() -> budget(serveFixture) == 5000);
            replace(file, file("{\"tools\":{\"fixture/list\":{\"heavy\":true}}}"));

            assertThat(listings.poll(20, TimeUnit.SECONDS)).contains("page_size");
            assertThat(listings).isEmpty();
        }
    }

    @Test
    void removedTokenIsRefused() throws Exception {
        NewToken boss = NewToken.from(new SplittableRandom(1));
        NewToken other = NewToken.from(new SplittableRandom(2));
        String both = "{\"auth\":{\"tokens\":[{\"id\":\"boss\",\"hash\":\"sha256:" + boss.hash()
                + "\",\"tier\":\"admin\"},{\"id\":\"other\",\"hash\":\"sha256:" + other.hash()
                + "\",\"tier\":\"admin\"}]}}";
        String one = "{\"auth\":{\"tokens\":[{\"id\":\"boss\",\"hash\":\"sha256:" + boss.hash()
                + "\",\"tier\":\"admin\"}]}}";
        Path file = Files.writeString(folder.resolve("plimsoll.json"), file(both));
        String[] asBoss = {"Authorization", "Bearer " + boss.text()};
        String[] asOther = {"Authorization", "Bearer " + other.text()};
        try (ServeFixture serveFixture = ServeFixture.withFile(folder, file)) {
            assertThat(post(serveFixture, "/api/v1/tools/fixture/echo", "{}", asOther)
                            .statusCode())
                    .isEqualTo(200);

            replace(file, file(one));
            assertThat(post(serveFixture, "/api/v1/config/reload", "{}", asBoss).statusCode())
                    .isEqualTo(200);

            assertThat(post(serveFixture, "/api/v1/tools/fixture/echo", "{}", asOther)
                            .statusCode())
                    .isEqualTo(401);
            assertThat(post(serveFixture, "/api/v1/tools/fixture/echo", "{}", asBoss)
                            .statusCode())
                    .isEqualTo(200);

            replace(file, file("{}"));
            HttpResponse<String> opened = post(serveFixture, "/api/v1/config/reload", "{}", asBoss);
            assertThat(opened.statusCode()).isEqualTo(400);
            assertThat(opened.body()).contains("authentication cannot be turned on or off");
            assertThat(post(serveFixture, "/api/v1/tools/fixture/echo", "{}").statusCode())
                    .isEqualTo(401);
        }
    }

    private static int calls(Map<String, Integer> seen) {
        return seen.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void reloadDropsNoRequest() throws Exception {
        String small = file("{\"policy\":{\"tokenBudgetThreshold\":1000,\"defaultPageSize\":5}}");
        String large = file("{\"policy\":{\"tokenBudgetThreshold\":3000,\"defaultPageSize\":9}}");
        Path file = Files.writeString(folder.resolve("plimsoll.json"), small);
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        try (ServeFixture serveFixture = ServeFixture.withFile(folder, file);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                calls.add(callers.submit(() -> {
                    while (!over.get()) {
                        String body = post(serveFixture, "/api/v1/tools/fixture/list", "{\"count\":2000}")
                                .body();
                        JsonNode result = JSON.readTree(body);
                        String budget = result.at("/_meta/dev.plimsoll~1budget/threshold")
                                .asString();
                        int items = result.at("/structuredContent/items").size();
                        seen.merge(budget + " " + items, 1, Integer::sum);
                    }
                    return null;
                }));
            }
            for (int i = 0; i < 30 || calls(seen) < 400; i++) {
                replace(file, i % 2 == 0 ? large : small);
                assertThat(post(serveFixture, "/api/v1/config/reload", "{}").statusCode())
                        .isEqualTo(200);
                Files.writeString(file, small.substring(0, small.length() / 2));
                assertThat(post(serveFixture, "/api/v1/config/reload", "{}").statusCode())
                        .isEqualTo(400);
            }
            over.set(true);
            for (Future<?> call : calls) {
                call.get();
            }
        }
        assertThat(seen).containsOnlyKeys("1000 5", "3000 9");
    }
}
