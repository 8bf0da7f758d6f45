package dev.plimsoll.spring.agent;

import ch.qos.logback.classic.Level;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** MCP server on standard input and output, without Plimsoll. */
final class OrderServer {

    private OrderServer() {}

    public static void main(String... args) throws IOException {
        // standard output may contain only MCP messages
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        String orders = McpJsonDefaults.getMapper().writeValueAsString(OrderTools.orders());
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("orders", "1")
                .tools(new SyncToolSpecification(
                        Tool.builder("get_orders", Map.of("type", "object"))
                                .description("All orders")
                                .build(),
                        (exchange, request) ->
                                CallToolResult.builder().addTextContent(orders).build()))
                .build();
    }
}
