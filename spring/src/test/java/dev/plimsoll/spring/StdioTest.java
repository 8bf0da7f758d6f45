package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.spring.app.Application;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the application as a process over its standard input and output. */
class StdioTest {

    @ParameterizedTest
    @ValueSource(strings = {"SYNC", "ASYNC"})
    void guardsAProcessOverStdio(String type) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ServerParameters server = ServerParameters.builder(java)
                .args(
                        "-XX:TieredStopAtLevel=1",
                        "-Dfile.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Application.class.getName(),
                        "--spring.ai.mcp.server.stdio=true",
                        "--spring.ai.mcp.server.type=" + type,
                        "--spring.main.web-application-type=none",
                        "--spring.main.banner-mode=off",
                        "--logging.threshold.console=off")
                .build();
        try (McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .enableCallToolSchemaCaching(true)
                .initializationTimeout(Duration.ofSeconds(60))
                .build()) {
            client.initialize();
            assertThat(client.listTools().tools())
                    .extracting(Tool::name)
                    .containsExactlyInAnyOrder(
                            "list_items", "get_log", "list_orders", "inventory.list_all", "plimsoll_read");
            Map<String, Object> first = RunningApplication.json(
                    RunningApplication.call(client, "inventory.list_all", Map.of("shelf", 200)));
            assertThat(first).containsEntry("totalCount", 400);
            Map<String, Object> second = RunningApplication.json(
                    RunningApplication.call(client, "plimsoll_read", Map.of("cursor", first.get("nextCursor"))));
            assertThat(String.valueOf(second.get("range"))).startsWith("[5");
        }
    }
}
