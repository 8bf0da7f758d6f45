package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorSettings.Bind;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.fixture.FixtureServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The MCP Java SDK's client in front of three real server processes that it sees as one, and one that is not there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HubClientTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private @Nullable Served served;
    private McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder("http://127.0.0.1:1")
                    .build())
            .build();

    @BeforeAll
    void connect(@TempDir Path data) throws Exception {
        Configuration configuration = Served.configuration(data, "127.0.0.1:0", Bind.CALLER, Access.open());
        for (String name : List.of("first", "second", "third")) {
            configuration = configuration.with(Server.of(name, FixtureServer.command()));
        }
        Served opened = Served.of(configuration.with(Server.of("missing", List.of("/no/such/program"))));
        served = opened;
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder(opened.base())
                        .endpoint("/mcp")
                        .build())
                .requestTimeout(PATIENCE)
                .initializationTimeout(PATIENCE)
                .enableCallToolSchemaCaching(true)
                .capabilities(
                        ClientCapabilities.builder().roots(true).elicitation().build())
                .roots(new Root("file:///harbour", "harbour"))
                .elicitation(asked -> new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("depth", 6.5)))
                .build();
        client.initialize();
    }

    @AfterAll
    void close() {
        assertThat(client.closeGracefully()).isTrue();
        if (served != null) {
            served.close();
        }
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Test
    void seesAllServersAsOne() {
        assertThat(client.getServerInfo().name()).isEqualTo("plimsoll");
        List<String> names = client.listTools().tools().stream().map(Tool::name).toList();
        assertThat(names).contains("first__echo", "second__echo", "third__ask").endsWith("plimsoll_read");
        assertThat(names).hasSize(3 * 9 + 1).doesNotHaveDuplicates();
        assertThat(client.listPrompts().prompts())
                .extracting(Prompt::name)
                .containsExactly("first__greet", "second__greet", "third__greet");
    }

    @Test
    void readsAListToItsEndItemByItem() {
        CallToolResult answer = call("second__list", Map.of("count", 3_000));
        assertThat(answer.structuredContent().toString()).contains("from second__list.");
        List<Object> ids = new ArrayList<>();
        for (int page = 0; page < 1_000; page++) {
            Map<?, ?> structured = (Map<?, ?>) answer.structuredContent();
            if (structured.get("items") instanceof List<?> items) {
                items.forEach(item -> ids.add(((Map<?, ?>) item).get("id")));
            }
            Object header = answer.meta().get("dev.plimsoll/page");
            Object cursor = header instanceof Map<?, ?> page1 ? page1.get("nextCursor") : null;
            if (cursor == null) {
                break;
            }
            answer = call("plimsoll_read", Map.of("cursor", cursor, "max_tokens", 25_000));
        }
        assertThat(ids).hasSize(3_000).doesNotHaveDuplicates();
    }

    @Test
    void answersWhatAnyServerAsks() {
        assertThat(text(call("third__ask", Map.of("what", "elicitation")))).contains("\"depth\":6.5");
        assertThat(text(call("first__ask", Map.of("what", "roots")))).contains("file:///harbour");
    }

    @Test
    void readsResourcesOfTheFirstThatListsThem() {
        assertThat(client.readResource(
                                ReadResourceRequest.builder("fixture://small").build())
                        .contents())
                .hasSize(1);
    }

    @Test
    void saysOfOneThatIsMissingThatItIs() {
        CallToolResult result = call("missing__anything", Map.of());
        assertThat(result.isError()).isTrue();
        assertThat(text(result)).contains("UPSTREAM_UNAVAILABLE", "\"server\":\"missing\"", "no such file");
    }
}
