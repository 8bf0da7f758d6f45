package dev.plimsoll.langchain4j;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** MCP server on standard input and output, without Plimsoll. */
final class OrderServer {

    private OrderServer() {}

    public static void main(String... args) {
        String lines =
                ShopTools.orders().stream().map(ShopTools.Order::toString).collect(Collectors.joining("\n"));
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("orders", "1")
                .capabilities(ServerCapabilities.builder().tools(true).build())
                .tools(List.of(
                        tool(
                                "get_orders",
                                CallToolResult.builder()
                                        .structuredContent(Map.of("orders", ShopTools.orders()))
                                        .build()),
                        tool(
                                "get_log",
                                CallToolResult.builder().addTextContent(lines).build()),
                        tool(
                                "get_failure",
                                CallToolResult.builder()
                                        .addTextContent("no such log")
                                        .isError(true)
                                        .build())))
                .build();
    }

    private static SyncToolSpecification tool(String name, CallToolResult result) {
        return new SyncToolSpecification(
                Tool.builder(name, Map.of("type", "object")).description(name).build(), (exchange, request) -> result);
    }
}
