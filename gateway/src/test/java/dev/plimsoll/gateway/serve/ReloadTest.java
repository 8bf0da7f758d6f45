package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
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

/** Tests the reload of a configuration while the gateway runs, with a real process behind the gateway. */
@Timeout(120)
class ReloadTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private static String file(String settings) {
        return ServeFixture.configurationText(settings, IsolationMode.SHARED);
    }

    private static void replace(Path file, String text) throws IOException {
        Path temporaryFile = file.resolveSibling("temporary.json");
        Files.writeString(temporaryFile, text);
        Files.move(temporaryFile, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static HttpResponse<String> post(ServeFixture gateway, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path)).header("Content-Type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static JsonNode get(ServeFixture gateway, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return JSON.readTree(HTTP.send(request.build(), BodyHandlers.ofString()).body());
    }

    /** Returns whether a text of 12,000 bytes passes. It is above the default budget, and below 8,000 tokens. */
    private static boolean isPassedUnchanged(ServeFixture gateway) throws Exception {
        JsonNode answer = JSON.readTree(
                post(gateway, "/api/v1/tools/fixture/text", "{\"bytes\":12000}").body());
        return answer.at("/content/0/text").asString().equals(FixtureAnswers.lines(12_000));
    }

    private static int budget(ServeFixture gateway) throws Exception {
        String answer = post(gateway, "/api/v1/tools/fixture/echo", "{\"message\":\"hello\"}")
                .body();
        return JSON.readTree(answer).at("/_meta/dev.plimsoll~1budget/threshold").asInt();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 400 && !condition.call(); i++) {
            TimeUnit.MILLISECONDS.sleep(25);
        }
        assertThat(condition.call()).as("condition within ten seconds").isTrue();
    }

    @Test
    void appliesReplacedFile() throws Exception {
        Path file = Files.writeString(folder.resolve("plimsoll.json"), file("{}"));
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(budget(gateway)).isEqualTo(4000);
            assertThat(isPassedUnchanged(gateway)).isFalse();

            replace(file, file("{\"policy\":{\"tokenBudgetThreshold\":8000}}"));
            await(() -> budget(gateway) == 8000);
            assertThat(isPassedUnchanged(gateway)).isTrue();

            Files.writeString(file, file("{\"policy\":{\"tokenBudgetThreshold\":7000}}"));
            await(() -> budget(gateway) == 7000);
            assertThat(gateway.log())
                    .contains("configuration changed path=policy.tokenBudgetThreshold was=8000 is=7000 by=file");
        }
    }

    @Test
    void appliesChangedLink() throws Exception {
        // a Kubernetes volume has this structure: the file is a link into a folder that is itself a link, and that link
        // is replaced
        Path first = Files.createDirectory(folder.resolve("v1"));
        Path second = Files.createDirectory(folder.resolve("v2"));
        Files.writeString(first.resolve("plimsoll.json"), file("{}"));
        Files.writeString(second.resolve("plimsoll.json"), file("{\"policy\":{\"tokenBudgetThreshold\":9000}}"));
        Path current = Files.createSymbolicLink(folder.resolve("current"), first.getFileName());
        Path file = Files.createSymbolicLink(folder.resolve("plimsoll.json"), Path.of("current", "plimsoll.json"));
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(budget(gateway)).isEqualTo(4000);

            Path temporaryFile = Files.createSymbolicLink(folder.resolve("next"), second.getFileName());
            Files.move(temporaryFile, current, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);

            await(() -> budget(gateway) == 9000);
        }
    }

    @Test
    void invalidFileChangesNothingAndIsReported() throws Exception {
        Path file = Files.writeString(folder.resolve("plimsoll.json"), file("{}"));
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(get(gateway, "/health").at("/configuration/status").asString())
                    .isEqualTo("up");

            replace(file, file("{\"policy\":{\"tokenBudgetThreshold\":\"many\"}}"));
            await(() -> get(gateway, "/health").at("/status").asString().equals("degraded"));

            JsonNode health = get(gateway, "/health").get("configuration");
            assertThat(health.get("status").asString()).isEqualTo("refused");
            assertThat(health.get("faults").get(0).asString()).contains("policy.tokenBudgetThreshold", "many");
            assertThat(budget(gateway)).isEqualTo(4000);
            HttpResponse<String> reloadResponse = post(gateway, "/api/v1/config/reload", "{}");
            assertThat(reloadResponse.statusCode()).isEqualTo(400);
            assertThat(JSON.readTree(reloadResponse.body())
                            .at("/error/details/faults/0")
                            .asString())
                    .contains("policy.tokenBudgetThreshold");
            assertThat(get(gateway, "/api/v1/config/reloads")
                            .at("/attempts/0/result")
                            .asString())
                    .isEqualTo("refused");

            replace(file, file("{}"));
            await(() -> get(gateway, "/health").at("/status").asString().equals("up"));
        }
    }

    /** Returns the input schema of the tool {@code list}. */
    private static String listSchema(List<Tool> tools) {
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
        try (ServeFixture gateway = ServeFixture.withFile(folder, file);
                McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(gateway.baseUrl())
                                .endpoint(endpoint)
                                .openConnectionOnStartup(true)
                                .build())
                        .toolsChangeConsumer(tools -> listings.add(listSchema(tools)))
                        .build()) {
            client.initialize();
            assertThat(listSchema(client.listTools().tools())).doesNotContain("page_size");

            // listings do not contain the budget, so this change causes no notification
            replace(file, file("{\"policy\":{\"tokenBudgetThreshold\":5000}}"));
            await(() -> budget(gateway) == 5000);
            replace(file, file("{\"tools\":{\"fixture/list\":{\"heavy\":true}}}"));

            assertThat(listings.poll(20, TimeUnit.SECONDS)).contains("page_size");
            assertThat(listings).isEmpty();
        }
    }

    @Test
    void removedTokenIsRefused() throws Exception {
        NewToken remainingToken = NewToken.from(new SplittableRandom(1));
        NewToken removedToken = NewToken.from(new SplittableRandom(2));
        String bothTokens = "{\"auth\":{\"tokens\":[{\"id\":\"boss\",\"hash\":\"sha256:" + remainingToken.hash()
                + "\",\"tier\":\"admin\"},{\"id\":\"other\",\"hash\":\"sha256:" + removedToken.hash()
                + "\",\"tier\":\"admin\"}]}}";
        String oneToken = "{\"auth\":{\"tokens\":[{\"id\":\"boss\",\"hash\":\"sha256:" + remainingToken.hash()
                + "\",\"tier\":\"admin\"}]}}";
        Path file = Files.writeString(folder.resolve("plimsoll.json"), file(bothTokens));
        String[] remainingTokenHeader = {"Authorization", "Bearer " + remainingToken.text()};
        String[] removedTokenHeader = {"Authorization", "Bearer " + removedToken.text()};
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            assertThat(post(gateway, "/api/v1/tools/fixture/echo", "{}", removedTokenHeader)
                            .statusCode())
                    .isEqualTo(200);

            replace(file, file(oneToken));
            assertThat(post(gateway, "/api/v1/config/reload", "{}", remainingTokenHeader)
                            .statusCode())
                    .isEqualTo(200);

            assertThat(post(gateway, "/api/v1/tools/fixture/echo", "{}", removedTokenHeader)
                            .statusCode())
                    .isEqualTo(401);
            assertThat(post(gateway, "/api/v1/tools/fixture/echo", "{}", remainingTokenHeader)
                            .statusCode())
                    .isEqualTo(200);

            replace(file, file("{}"));
            HttpResponse<String> response = post(gateway, "/api/v1/config/reload", "{}", remainingTokenHeader);
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("authentication cannot be turned on or off");
            assertThat(post(gateway, "/api/v1/tools/fixture/echo", "{}").statusCode())
                    .isEqualTo(401);
        }
    }

    private static int total(Map<String, Integer> callsByPolicy) {
        return callsByPolicy.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Checks that each call during many reloads gets an answer for one of the two policies, never for a mixture. */
    @Test
    void reloadDropsNoRequest() throws Exception {
        String small = file("{\"policy\":{\"tokenBudgetThreshold\":1000,\"defaultPageSize\":5}}");
        String large = file("{\"policy\":{\"tokenBudgetThreshold\":3000,\"defaultPageSize\":9}}");
        Path file = Files.writeString(folder.resolve("plimsoll.json"), small);
        Map<String, Integer> callsByPolicy = new ConcurrentHashMap<>();
        AtomicBoolean isDone = new AtomicBoolean();
        try (ServeFixture gateway = ServeFixture.withFile(folder, file);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> callLoops = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callLoops.add(callers.submit(() -> {
                    while (!isDone.get()) {
                        String body = post(gateway, "/api/v1/tools/fixture/list", "{\"count\":2000}")
                                .body();
                        JsonNode result = JSON.readTree(body);
                        String budget = result.at("/_meta/dev.plimsoll~1budget/threshold")
                                .asString();
                        int items = result.at("/structuredContent/value/items").size();
                        callsByPolicy.merge(budget + " " + items, 1, Integer::sum);
                    }
                    return null;
                }));
            }
            for (int i = 0; i < 30 || total(callsByPolicy) < 400; i++) {
                replace(file, i % 2 == 0 ? large : small);
                assertThat(post(gateway, "/api/v1/config/reload", "{}").statusCode())
                        .isEqualTo(200);
                Files.writeString(file, small.substring(0, small.length() / 2));
                assertThat(post(gateway, "/api/v1/config/reload", "{}").statusCode())
                        .isEqualTo(400);
            }
            isDone.set(true);
            for (Future<?> call : callLoops) {
                call.get();
            }
        }
        assertThat(callsByPolicy).containsOnlyKeys("1000 5", "3000 9");
    }
}
