package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.tokens.Estimator;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Tests a server that lists one dispatcher in place of two hundred tools. */
class DispatcherServerTest {

    private static final Map<String, Object> SCHEMA = Map.of(
            "type",
            "object",
            "properties",
            Map.of("region", Map.of("type", "string"), "count", Map.of("type", "integer")),
            "required",
            List.of("region"),
            "additionalProperties",
            false);

    private final Inventory inventory = new Inventory();
    private Guard guard = Guard.withDefaults();

    @AfterEach
    void close() {
        guard.close();
    }

    private static Tool tool(int i) {
        return Tool.builder("report_" + i + "_of_sales_by_region", SCHEMA)
                .description("Report " + i + ". It has the sales of a region, by day.")
                .build();
    }

    /** Returns a report with {@code count} lines. */
    private static CallToolResult report(CallToolRequest request) {
        int count = request.arguments().get("count") instanceof Number number ? number.intValue() : 1;
        return CallToolResult.builder()
                .addTextContent(request.name() + " of " + request.arguments().get("region") + "\n"
                        + "day after day the same sales\n".repeat(count))
                .build();
    }

    private SdkTestServer sync() throws Exception {
        List<SyncToolSpecification> tools = new ArrayList<>(guard.sync().scan(inventory));
        for (int i = 0; i < 194; i++) {
            tools.add(new SyncToolSpecification(tool(i), (exchange, request) -> report(request)));
        }
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        guard.server(McpServer.sync(transport).tools(guard.sync().dispatcher("shop", tools)))
                .build();
        return new SdkTestServer(transport);
    }

    private static CallToolResult dispatch(McpSyncClient client, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder("shop").arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Test
    void findsDescribesAndCallsEachTool() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient client = server.client();
            List<Tool> listed = client.listTools().tools();
            assertThat(listed).extracting(Tool::name).containsExactly("shop", "plimsoll_read");
            assertThat(Estimator.BPE.decidingCounter().count(Slice.of(TestJson.write(listed))))
                    .isLessThan(1_500);
            assertThat(text(dispatch(client, Map.of("help", "report 142")))).contains("report_142_of_sales_by_region");
            assertThat(text(dispatch(client, Map.of("name", "report_142_of_sales_by_region"))))
                    .contains("\"required\":[\"region\"]");
            assertThat(text(dispatch(
                            client,
                            Map.of("name", "report_142_of_sales_by_region", "call", Map.of("region", "north")))))
                    .startsWith("report_142_of_sales_by_region of north");
        }
    }

    @Test
    void pagesLongAnswersAndHeavyTools() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient client = server.client();
            CallToolRequest.Builder all = CallToolRequest.builder("shop").arguments(Map.of("help", ""));
            String list = text(client.callTool(
                    all.meta(Map.of("dev.plimsoll/maxTokens", 900)).build()));
            assertThat(list).contains("\"totalCount\":199", "nextCursor");
            Map<String, Object> first =
                    TestJson.read(text(dispatch(client, Map.of("name", "audit", "call", Map.of("minQuantity", 0)))));
            Map<String, Object> cursor = Map.of("cursor", String.valueOf(first.get("nextCursor")));
            assertThat(text(dispatch(client, Map.of("name", "audit", "call", cursor))))
                    .contains("\"range\":[51,");
            assertThat(inventory.calls).hasValue(1);
            assertThat(text(dispatch(
                            client,
                            Map.of(
                                    "name",
                                    "report_1_of_sales_by_region",
                                    "call",
                                    Map.of("region", "south", "count", 5000)))))
                    .contains("report_1_of_sales_by_region")
                    .contains("plimsoll_read");
        }
    }

    @Test
    void checksArgumentsAgainstTheToolsSchema() throws Exception {
        try (SdkTestServer server = sync()) {
            CallToolResult refused = dispatch(
                    server.client(), Map.of("name", "report_1_of_sales_by_region", "call", Map.of("count", "x")));
            assertThat(refused.isError()).isTrue();
            assertThat(text(refused)).contains("INVALID_REQUEST", "region", "shows what it takes");
            assertThat(text(dispatch(server.client(), Map.of("name", "report"))))
                    .contains("ACTION_NOT_FOUND", "report_0_of_sales_by_region");
        }
    }

    @Test
    void appliesTiersAndPermissions() throws Exception {
        guard.close();
        guard = Guard.builder()
                .callers(context -> new Caller("", Tier.READ, context))
                .build();
        try (SdkTestServer server = sync()) {
            McpSyncClient guest = server.client("guest");
            assertThat(TestJson.write(guest.listTools().tools()))
                    .contains("inventory.list_all")
                    .doesNotContain("delete_all", "audit_log", "restock", "report_");
            assertThat(text(dispatch(guest, Map.of("help", "delete_all audit"))))
                    .doesNotContain("delete_all", "audit_log");
            assertThat(text(dispatch(guest, Map.of("name", "delete_all", "call", Map.of()))))
                    .contains("FORBIDDEN");
            assertThat(text(dispatch(guest, Map.of("name", "audit_log", "call", Map.of()))))
                    .contains("FORBIDDEN");
            assertThat(inventory.calls).hasValue(0);
        }
    }

    @Test
    void dispatchesAsyncTools() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        AsyncToolSpecification spec =
                new AsyncToolSpecification(tool(7), (exchange, request) -> Mono.fromCallable(() -> report(request)));
        guard.server(McpServer.async(transport).tools(guard.async().dispatcher("shop", List.of(spec))))
                .build();
        try (SdkTestServer server = new SdkTestServer(transport)) {
            assertThat(text(dispatch(
                            server.client(),
                            Map.of("name", "report_7_of_sales_by_region", "call", Map.of("region", "west")))))
                    .contains("of west");
        }
    }

    @Test
    void rejectsAToolWithAnApp() {
        SyncToolSpecification app = new SyncToolSpecification(
                Tool.builder("show_orders", SCHEMA)
                        .meta(Map.of("ui", Map.of("resourceUri", "ui://shop/orders")))
                        .build(),
                (exchange, request) -> report(request));
        assertThatThrownBy(() -> guard.sync().dispatcher("shop", List.of(app)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dispatcher shop: show_orders has an app, and hosts find apps only in the listing; "
                        + "register it without the dispatcher");
    }

    @Test
    void rejectsTwoToolsWithTheSameName() {
        SyncToolSpecification one = new SyncToolSpecification(tool(1), (exchange, request) -> report(request));
        assertThatThrownBy(() -> guard.sync().dispatcher("shop", List.of(one, one)))
                .hasMessageContaining("two tools are named report_1_of_sales_by_region");
        assertThatThrownBy(() -> guard.sync().dispatcher("*", List.of(one)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got *");
    }
}
