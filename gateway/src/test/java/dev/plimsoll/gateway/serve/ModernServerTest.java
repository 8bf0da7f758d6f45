package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.SharingConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the gateway between the MCP Java SDK's client, which sends {@code initialize}, and a server that supports only
 * 2026-07-28.
 */
class ModernServerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path data;

    @ParameterizedTest
    @CsvSource({
        "SESSION, /mcp/fixture, '', false",
        "SHARED, /mcp/fixture, '', false",
        "SESSION, /mcp, fixture__, false",
        "SESSION, /mcp/fixture, '', true",
        "SESSION, /mcp, fixture__, true"
    })
    void callsModernServerWithInputRequests(
            IsolationMode isolationMode, String path, String prefix, boolean exitsOnInitialize) throws Exception {
        List<String> command = exitsOnInitialize ? FixtureServer.modernOnlyThatExits() : FixtureServer.modernOnly();
        SharingConfig sharing = new SharingConfig(isolationMode, Map.of(), Duration.ofMinutes(5));
        try (ServeFixture gateway = ServeFixture.withCommand(data, 20, sharing, command);
                McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(gateway.baseUrl())
                                .endpoint(path)
                                .build())
                        .requestTimeout(TIMEOUT)
                        .initializationTimeout(TIMEOUT)
                        .capabilities(ClientCapabilities.builder().elicitation().build())
                        .elicitation(request -> new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("depth", 6.5)))
                        .build()) {
            client.initialize();
            assertThat(client.listTools().tools())
                    .anyMatch(tool -> tool.name().equals(prefix + "echo"))
                    .anyMatch(tool -> tool.name().equals("plimsoll_read"));
            CallToolResult result = client.callTool(CallToolRequest.builder(prefix + "ask")
                    .arguments(Map.of("what", "elicitation"))
                    .build());
            assertThat(((TextContent) result.content().get(0)).text()).contains("6.5");
        }
    }
}
