package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests a server in a separate process, over standard input and output. */
class StdioTest {

    @Test
    void guardsAListOfSpecifications() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ServerParameters server = ServerParameters.builder(java)
                .args("-cp", System.getProperty("java.class.path"), StdioServer.class.getName())
                .build();
        try (McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .enableCallToolSchemaCaching(true)
                .build()) {
            client.initialize();
            assertThat(client.listTools().tools())
                    .extracting(Tool::name)
                    .containsExactly("list_orders", "get_orders", "get_picture", "plimsoll_read");
            Map<String, Object> first = TestJson.read(text(call(client, "list_orders", Map.of())));
            assertThat(first).containsEntry("totalCount", 400);
            Map<String, Object> second =
                    TestJson.read(text(call(client, "plimsoll_read", Map.of("cursor", first.get("nextCursor")))));
            assertThat(String.valueOf(second.get("range"))).startsWith("[51, ");
            assertThat(text(call(client, "get_orders", Map.of("count", 300)))).contains("\"totalCount\":300");
            // this server has no resource templates, so the client reads the picture with the tool
            Matcher cursor = Pattern.compile("[A-Za-z0-9_-]{48}").matcher(text(call(client, "get_picture", Map.of())));
            assertThat(cursor.find()).isTrue();
            CallToolResult picture = call(client, "plimsoll_read", Map.of("cursor", cursor.group()));
            assertThat(picture.content()).hasAtLeastOneElementOfType(ImageContent.class);
        }
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }
}
