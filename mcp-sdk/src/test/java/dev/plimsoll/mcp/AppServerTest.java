package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.AppMode;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** Tests a server whose tools have apps (MCP Apps), with clients that show apps and clients that do not. */
class AppServerTest {

    private static final String PAGE = "ui://shop/orders.html";
    private static final String HTML = "<html><script>const text = 'an app';</script></html>".repeat(2_000);
    private static final Map<String, Object> DATA = Map.of("orders", orders());

    private static final ClientCapabilities SHOWS_APPS = ClientCapabilities.builder()
            .extensions(Map.of("io.modelcontextprotocol/ui", Map.of("mimeTypes", List.of("text/html;profile=mcp-app"))))
            .build();
    private static final ClientCapabilities NONE = ClientCapabilities.builder().build();

    /** Creates orders without decimal fractions, because the SDK's client would read these as doubles. */
    private static List<Map<String, Object>> orders() {
        List<Map<String, Object>> orders = Shop.orders(800);
        orders.forEach(order -> order.remove("total"));
        return orders;
    }

    private static Tool tool(String name, Map<String, Object> ui) {
        return Tool.builder(name, Shop.NO_ARGUMENTS).meta(Map.of("ui", ui)).build();
    }

    private static final Tool SHOW = tool("show_orders", Map.of("resourceUri", PAGE));
    private static final Tool LOAD = tool("load_orders", Map.of("resourceUri", PAGE, "visibility", List.of("app")));

    private static CallToolResult call(CallToolRequest request) {
        return CallToolResult.builder()
                .structuredContent(DATA)
                .addTextContent(request.name().equals("load_orders") ? TestJson.write(DATA) : "800 orders")
                .build();
    }

    private static ReadResourceResult read(ReadResourceRequest request) {
        return ReadResourceResult.builder(
                        List.of(new TextResourceContents(request.uri(), "text/html;profile=mcp-app", HTML, null)))
                .build();
    }

    private static HttpServletStreamableServerTransportProvider server(Guard guard, boolean isAsync) {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        Resource page = Resource.builder(PAGE, "orders").build();
        if (isAsync) {
            guard.server(McpServer.async(transport)
                            .resources(new AsyncResourceSpecification(
                                    page, (exchange, request) -> Mono.fromCallable(() -> read(request))))
                            .tools(
                                    new AsyncToolSpecification(
                                            SHOW, (exchange, request) -> Mono.fromCallable(() -> call(request))),
                                    new AsyncToolSpecification(
                                            LOAD, (exchange, request) -> Mono.fromCallable(() -> call(request)))))
                    .build();
        } else {
            guard.server(McpServer.sync(transport)
                            .resources(new SyncResourceSpecification(page, (exchange, request) -> read(request)))
                            .tools(
                                    new SyncToolSpecification(SHOW, (exchange, request) -> call(request)),
                                    new SyncToolSpecification(LOAD, (exchange, request) -> call(request))))
                    .build();
        }
        return transport;
    }

    private static CallToolResult call(McpSyncClient client, String tool) {
        return client.callTool(CallToolRequest.builder(tool).arguments(Map.of()).build());
    }

    private static String page(McpSyncClient client) {
        ReadResourceResult result =
                client.readResource(ReadResourceRequest.builder(PAGE).build());
        assertThat(result.contents()).hasSize(1);
        return ((TextResourceContents) result.contents().get(0)).text();
    }

    private static void assertComplete(CallToolResult result) {
        assertThat(TestJson.write(result.structuredContent())).isEqualTo(TestJson.write(DATA));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void passesAppDataToClientsThatDeclareApps(boolean isAsync) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(server(guard, isAsync))) {
            McpSyncClient client = server.connect("", SHOWS_APPS);
            CallToolResult answer = call(client, "show_orders");
            assertComplete(answer);
            assertThat(((TextContent) answer.content().get(0)).text()).contains("800 orders");
            CallToolResult loaded = call(client, "load_orders");
            assertComplete(loaded);
            assertThat(((TextContent) loaded.content().get(0)).text()).isEqualTo(TestJson.write(DATA));
            assertThat(page(client)).isEqualTo(HTML);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void passesAppDataAfterTheAppPageWasRead(boolean isAsync) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(server(guard, isAsync))) {
            McpSyncClient client = server.connect("", NONE);
            McpSyncClient otherClient = server.connect("", NONE);
            assertThat(TestJson.write(call(client, "show_orders").structuredContent()))
                    .hasSizeLessThan(20_000);
            assertThat(page(client)).isEqualTo(HTML);
            assertComplete(call(client, "show_orders"));
            assertThat(TestJson.write(call(otherClient, "show_orders").structuredContent()))
                    .hasSizeLessThan(20_000);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shapesResultsForEveryClientIfAppModeIsShape(boolean isAsync) throws Exception {
        try (Guard guard = Guard.builder()
                        .policy(policy -> policy.with(Policy.APPS, AppMode.SHAPE))
                        .build();
                SdkTestServer server = new SdkTestServer(server(guard, isAsync))) {
            McpSyncClient client = server.connect("", SHOWS_APPS);
            assertThat(TestJson.write(call(client, "show_orders").structuredContent()))
                    .hasSizeLessThan(20_000);
            assertThat(page(client)).isEqualTo(HTML);
        }
    }
}
