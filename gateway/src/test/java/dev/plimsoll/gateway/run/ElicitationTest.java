package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.terminal.ExitCode;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpClient.SyncSpec;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests {@code elicit: true} with a real server process. Some tests use the client of the MCP Java SDK with a
 * simulated user, other tests send raw messages.
 */
class ElicitationTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String INITIALIZE =
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}},"
                    + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}";
    private static final String LIST_CALL = "{\"name\":\"list\",\"arguments\":{\"count\":500}}";

    @TempDir
    Path folder;

    private final BlockingQueue<ElicitRequest> requests = new LinkedBlockingQueue<>();

    @BeforeEach
    void configure() throws Exception {
        Files.writeString(
                folder.resolve("plimsoll.yaml"), "policy: { style: guide, elicit: true, elicitTimeout: 3s }\n");
    }

    private String[] options() {
        return new String[] {
            "--data",
            folder.toString(),
            "--config",
            folder.resolve("plimsoll.yaml").toString()
        };
    }

    private McpSyncClient client(UnaryOperator<SyncSpec> options) {
        List<String> command = new ArrayList<>(FixtureServer.command());
        command.set(command.size() - 1, Main.class.getName());
        command.add("run");
        command.addAll(List.of(options()));
        command.add("--");
        command.addAll(FixtureServer.command());
        ServerParameters parameters = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        McpSyncClient client = options.apply(
                        McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
                                .requestTimeout(TIMEOUT)
                                .initializationTimeout(TIMEOUT)
                                .enableCallToolSchemaCaching(true))
                .build();
        client.initialize();
        client.listTools();
        return client;
    }

    private McpSyncClient clientWithUser(Function<ElicitRequest, ElicitResult> user) {
        return client(spec -> spec.capabilities(
                        ClientCapabilities.builder().elicitation().build())
                .elicitation(request -> {
                    requests.add(request);
                    return user.apply(request);
                }));
    }

    private static JsonNode list(McpSyncClient client) {
        CallToolResult result = client.callTool(
                CallToolRequest.builder("list").arguments(Map.of("count", 500)).build());
        assertThat(result.isError()).isNotEqualTo(true);
        JsonNode text =
                JsonMapper.shared().readTree(((TextContent) result.content().get(0)).text());
        assertThat(JsonMapper.shared().valueToTree(result.structuredContent()).toString())
                .isEqualTo(text.toString());
        return text;
    }

    private static void assertPageWithCursor(JsonNode page) {
        assertThat(page.path("type").asString()).isEqualTo("elicitation");
        assertThat(page.path("nextCursor").asString()).hasSize(48);
    }

    @Test
    void userChoosesToSearch() {
        McpSyncClient client = clientWithUser(
                request -> new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("search", "item 49", "limit", 4)));
        JsonNode found = list(client);
        assertThat(found.path("notice").asString())
                .startsWith("The user wants only those with the text \"item 49\". Matches 1-4 of 11");
        assertThat(found.path("matches").size()).isEqualTo(4);
        assertThat(requests.remove().message()).startsWith("list gives 500 items");
        String cursor = found.path("nextCursor").asString();
        CallToolResult next = client.callTool(CallToolRequest.builder("plimsoll_read")
                .arguments(Map.of("cursor", cursor))
                .build());
        assertThat(((TextContent) next.content().get(0)).text()).contains("\"item 493\"");
        assertThat(client.closeGracefully()).isTrue();
    }

    @Test
    void userChoosesToReadAllPages() {
        McpSyncClient client = clientWithUser(request -> new ElicitResult(ElicitResult.Action.ACCEPT, Map.of()));
        JsonNode page = list(client);
        assertThat(page.path("data").size()).isEqualTo(25);
        assertThat(page.at("/metadata/originalCount").asInt()).isEqualTo(500);
        assertThat(client.closeGracefully()).isTrue();
    }

    @Test
    void givesPageWithCursorUnlessUserAccepts() throws Exception {
        CountDownLatch testEnds = new CountDownLatch(1);
        List<Function<ElicitRequest, ElicitResult>> users = new ArrayList<>(List.of(
                request -> new ElicitResult(ElicitResult.Action.DECLINE, Map.of()),
                request -> new ElicitResult(ElicitResult.Action.CANCEL, Map.of()),
                request -> {
                    throw new IllegalStateException("no screen");
                },
                request -> {
                    try {
                        testEnds.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return new ElicitResult(ElicitResult.Action.ACCEPT, Map.of());
                }));
        McpSyncClient client = clientWithUser(request -> users.remove(0).apply(request));
        while (!users.isEmpty()) {
            assertPageWithCursor(list(client));
        }
        assertThat(requests).hasSize(4);
        testEnds.countDown();
        client.ping();
        assertThat(client.closeGracefully()).isTrue();
    }

    @Test
    void clientWithoutElicitationGetsPageWithCursor() {
        McpSyncClient client = client(spec -> spec);
        assertPageWithCursor(list(client));
        assertThat(client.closeGracefully()).isTrue();
    }

    private RunFixture start() throws Exception {
        RunFixture run = RunFixture.start(folder, FixtureServer.command(), options());
        assertThat(run.request(0, "initialize", INITIALIZE).response().has("result"))
                .isTrue();
        return run;
    }

    @Test
    void answersIfClientLeavesBeforeUserAnswers() throws Exception {
        try (RunFixture run = start()) {
            JsonNode elicitation = run.request(1, "tools/call", LIST_CALL).nextMessage();
            assertThat(elicitation.path("method").asString()).isEqualTo("elicitation/create");
            run.endInput();
            JsonNode response = run.response();
            assertThat(response.path("id").asInt()).isEqualTo(1);
            assertPageWithCursor(response.at("/result/structuredContent"));
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
            assertThat(run.log()).doesNotContain("internal error").doesNotContain("item 1");
        }
    }

    @Test
    void separatesOwnElicitationsFromThoseOfServer() throws Exception {
        try (RunFixture run = start()) {
            JsonNode ownElicitation = run.request(1, "tools/call", LIST_CALL).nextMessage();
            JsonNode serverElicitation = run.request(2, "tools/call", "{\"name\":\"ask\",\"arguments\":{}}")
                    .nextMessage();
            assertThat(serverElicitation.at("/params/message").asString()).isEqualTo("how deep?");
            assertThat(serverElicitation.get("id")).isNotEqualTo(ownElicitation.get("id"));
            String accepted = ",\"result\":{\"action\":\"accept\",\"content\":";
            run.send("{\"jsonrpc\":\"2.0\",\"id\":" + serverElicitation.get("id") + accepted + "{\"depth\":6.5}}}");
            JsonNode askResponse = run.response();
            assertThat(askResponse.path("id").asInt()).isEqualTo(2);
            assertThat(askResponse.at("/result/content/0/text").asString()).contains("\"depth\":6.5");
            run.send("{\"jsonrpc\":\"2.0\",\"id\":" + ownElicitation.get("id") + accepted + "{\"limit\":3}}}");
            JsonNode page = run.response();
            assertThat(page.path("id").asInt()).isEqualTo(1);
            assertThat(page.at("/result/structuredContent/data").size()).isEqualTo(3);
            assertThat(run.log()).contains("the user was asked answer=accept");
        }
    }

    @Test
    void elicitsFromModernClientByResult() throws Exception {
        String meta = ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{}}}}}";
        String call = LIST_CALL.substring(0, LIST_CALL.length() - 1);
        try (RunFixture run = RunFixture.start(folder, FixtureServer.command(), options())) {
            JsonNode inputRequired =
                    run.request(1, "tools/call", call + meta).response().get("result");
            assertThat(inputRequired.path("resultType").asString()).isEqualTo("input_required");
            String retriedCall = call + ",\"requestState\":" + inputRequired.get("requestState")
                    + ",\"inputResponses\":{\"narrow\":{\"action\":\"accept\",\"content\":{\"search\":\"ITEM 49\"}}}";
            JsonNode found =
                    run.request(2, "tools/call", retriedCall + meta).response().get("result");
            assertThat(found.path("resultType").asString()).isEqualTo("complete");
            assertThat(found.at("/structuredContent/totalMatches").asInt()).isEqualTo(11);
        }
    }
}
