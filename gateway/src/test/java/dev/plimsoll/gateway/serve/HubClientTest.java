package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.fixture.SdkClientContract;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the tests of {@link SdkClientContract}, which use the client of the MCP Java SDK, at a hub with three real
 * servers and a server that cannot be started.
 */
class HubClientTest extends SdkClientContract {

    private @Nullable ServeFixture gateway;

    @BeforeAll
    void serve(@TempDir Path data) throws Exception {
        Configuration configuration = ServeFixture.configuration(data, "127.0.0.1:0", Bind.CALLER, AccessConfig.open());
        for (String name : List.of("first", "second", "third")) {
            configuration = configuration.with(ServerConfig.of(name, FixtureServer.command()));
        }
        ServeFixture startedGateway =
                ServeFixture.of(configuration.with(ServerConfig.of("missing", List.of("/no/such/program"))));
        gateway = startedGateway;
        connect(HttpClientStreamableHttpTransport.builder(startedGateway.baseUrl())
                .endpoint("/mcp")
                .build());
    }

    @Override
    protected void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    @Override
    protected String tool(String name) {
        return "second__" + name;
    }

    @Test
    void listsToolsOfAllServers() {
        assertThat(client().getServerInfo().name()).isEqualTo("plimsoll");
        List<String> names =
                client().listTools().tools().stream().map(Tool::name).toList();
        assertThat(names).contains("first__echo", "second__echo", "third__ask").endsWith("plimsoll_read");
        assertThat(names).hasSize(3 * 9 + 1).doesNotHaveDuplicates();
        assertThat(client().listPrompts().prompts())
                .extracting(Prompt::name)
                .containsExactly("first__greet", "second__greet", "third__greet");
    }

    /**
     * Checks that follow-up reads name the right tool, although the three servers have the same identity and can therefore read
     * each other's snapshots.
     */
    @Test
    void followUpReadsNameTheirTool() {
        for (String name : List.of("third", "first", "second")) {
            CallToolResult answer = call(name + "__list", Map.of("count", 900));
            Object cursor = page(answer, "nextCursor");
            assertThat(cursor).isNotNull();
            CallToolResult read = call("plimsoll_read", Map.of("cursor", cursor, "find", "no such booking"));
            assertThat(text(read)).contains("from " + name + "__list");
        }
    }

    @Test
    void respondsToRequestsOfAnyServer() {
        assertThat(text(call("third__ask", Map.of("what", "elicitation")))).contains("\"depth\":6.5");
        assertThat(text(call("first__ask", Map.of("what", "roots")))).contains("file:///harbour");
    }

    @Test
    void readsResourceOfFirstServerThatListsIt() {
        assertThat(client().readResource(
                                ReadResourceRequest.builder("fixture://small").build())
                        .contents())
                .hasSize(1);
    }

    @Test
    void reportsMissingServer() {
        CallToolResult result = call("missing__anything", Map.of());
        assertThat(result.isError()).isTrue();
        assertThat(text(result)).contains("UPSTREAM_UNAVAILABLE", "\"server\":\"missing\"", "no such file");
    }
}
