package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.mcp.annotation.McpArgument;
import dev.plimsoll.mcp.annotation.McpGuarded;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.Tier;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Tests annotated methods as tools of running servers. */
class AnnotatedServerTest {

    private final Inventory inventory = new Inventory();
    private final Guard guard = Guard.builder()
            .callers(context -> {
                String user = String.valueOf(context.get("user"));
                Tier tier = user.equals("boss") ? Tier.ADMIN : user.equals("clerk") ? Tier.READ_WRITE : Tier.READ;
                return new Caller("", tier, context);
            })
            .build();

    @AfterEach
    void close() {
        guard.close();
    }

    private SdkTestServer sync() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        guard.server(McpServer.sync(transport).tools(guard.sync().scan(inventory)))
                .build();
        return new SdkTestServer(transport);
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Test
    void answersWithAProbeAndThenWithAPage() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient client = server.client("boss");
            Map<String, Object> probe =
                    TestJson.read(text(call(client, "inventory.list_all", Map.of("warehouse", "WH-1"))));
            assertThat(probe).containsOnlyKeys("preview", "total_size", "available_modes", "continuation_token");
            String token = String.valueOf(probe.get("continuation_token"));
            Map<String, Object> page = TestJson.read(text(call(
                    client,
                    "inventory.list_all",
                    Map.of("continuation_token", token, "mode", "paginated", "page", 2))));
            assertThat(page)
                    .containsEntry("page", 2)
                    .containsEntry("page_size", 20)
                    .containsEntry("total", 200);
            assertThat(inventory.calls).hasValue(1);
        }
    }

    @Test
    void derivesNameAndSchemaFromTheMethod() throws Exception {
        try (SdkTestServer server = sync()) {
            Tool audit = server.client("boss").listTools().tools().stream()
                    .filter(tool -> tool.name().equals("audit"))
                    .findFirst()
                    .orElseThrow();
            assertThat(TestJson.write(audit.inputSchema()))
                    .contains("\"minQuantity\":{\"type\":\"integer\",\"description\":\"Minimum quantity\"}")
                    .contains("\"cursor\"");
            assertThat(audit.annotations().readOnlyHint()).isTrue();
        }
    }

    /** The example of a document on which Plimsoll is based (a seed). */
    static final class Products {

        @McpHeavy(
                name = "products.search",
                description = "Search products. Returns a probe on first call.",
                inputSchema = """
                        {"type":"object","properties":{"query":{"type":"string","description":"Search term"},
                        "category":{"type":"string","description":"Optional category filter"}},"required":["query"]}""",
                style = "probe")
        List<String> searchProducts(Map<String, Object> arguments) {
            return IntStream.range(0, 430)
                    .mapToObj(i -> arguments.get("query") + " " + i)
                    .toList();
        }

        @McpHeavy
        List<String> orders(
                @McpArgument(description = "Which, such as 倉庫 7") Optional<String> site,
                int minQuantity,
                List<String> status) {
            return status;
        }
    }

    @Test
    void annotationOverridesNameDescriptionAndSchema() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        guard.server(McpServer.sync(transport).tools(guard.sync().scan(new Products())))
                .build();
        try (SdkTestServer server = new SdkTestServer(transport)) {
            McpSyncClient client = server.client("boss");
            Map<String, Tool> tools =
                    client.listTools().tools().stream().collect(Collectors.toMap(Tool::name, Function.identity()));
            assertThat(tools).containsOnlyKeys("plimsoll_read", "products.search", "orders");

            Tool search = Objects.requireNonNull(tools.get("products.search"));
            assertThat(search.description()).endsWith("Search products. Returns a probe on first call.");
            Map<String, Object> declared = properties(search);
            assertThat(declared)
                    .containsOnlyKeys(
                            "query", "category", "continuation_token", "mode", "page", "page_size", "filter_keys")
                    .containsEntry("query", Map.of("type", "string", "description", "Search term"))
                    .containsEntry("category", Map.of("type", "string", "description", "Optional category filter"));
            Map<String, Object> probe =
                    TestJson.read(text(call(client, "products.search", Map.of("query", "Föhrenwald"))));
            assertThat(String.valueOf(probe.get("preview"))).startsWith("[\"Föhrenwald 0\",\"Föhrenwald 1\"");

            Tool orders = Objects.requireNonNull(tools.get("orders"));
            Map<String, Object> created = new HashMap<>(properties(orders));
            assertThat(created)
                    .containsEntry("site", Map.of("type", "string", "description", "Which, such as 倉庫 7"))
                    .containsEntry("minQuantity", Map.of("type", "integer"))
                    .containsEntry("status", Map.of("type", "array", "items", Map.of("type", "string")));
            assertThat(text(call(client, "orders", Map.of("minQuantity", 1))))
                    .contains("INVALID_REQUEST", "status is missing");
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> properties(Tool tool) {
        Map<String, Object> schema = TestJson.read(TestJson.write(tool.inputSchema()));
        return (Map<String, Object>) Objects.requireNonNull(schema.get("properties"));
    }

    @Test
    void requiresArgumentsExceptWithACursor() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient client = server.client("boss");
            assertThat(text(call(client, "audit", Map.of()))).contains("INVALID_REQUEST", "minQuantity is missing");
            assertThat(inventory.calls).hasValue(0);
            Object cursor = TestJson.read(text(call(client, "audit", Map.of("minQuantity", 0))))
                    .get("nextCursor");
            assertThat(text(call(client, "audit", Map.of("cursor", cursor)))).contains("\"totalCount\":400");
            assertThat(inventory.calls).hasValue(1);
        }
    }

    @Test
    void passesAllArgumentsToARecord() throws Exception {
        try (SdkTestServer server = sync()) {
            CallToolResult found =
                    call(server.client("boss"), "search", Map.of("text", "Widget 39", "maxItems", 5, "order", "NAME"));
            assertThat(text(found))
                    .startsWith("[{\"id\":39,")
                    .contains("\"id\":393")
                    .doesNotContain("\"id\":394");
        }
    }

    @Test
    void hidesAndRejectsWriteToolsByTier() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient adminClient = server.client("boss");
            McpSyncClient clerk = server.client("clerk");
            McpSyncClient guest = server.client("guest");
            assertThat(names(adminClient)).contains("restock", "delete_all");
            assertThat(names(clerk)).contains("restock").doesNotContain("delete_all");
            assertThat(names(guest)).doesNotContain("restock", "delete_all").contains("audit", "plimsoll_read");
            assertThat(text(call(clerk, "delete_all", Map.of()))).contains("FORBIDDEN");
            assertThat(text(call(guest, "restock", Map.of("id", 1, "quantity", 2))))
                    .contains("FORBIDDEN");
            assertThat(text(call(clerk, "restock", Map.of("id", 1, "quantity", 2))))
                    .isEqualTo("item 1 has 2");
            assertThat(text(call(adminClient, "delete_all", Map.of()))).isEqualTo("done");
        }
    }

    @Test
    void checksPermissionsAtListingCallAndRead() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient auditor = server.client("auditor");
            McpSyncClient adminClient = server.client("boss");
            assertThat(names(auditor)).contains("audit_log").doesNotContain("broken");
            assertThat(names(adminClient)).doesNotContain("audit_log", "broken");
            assertThat(text(call(adminClient, "audit_log", Map.of()))).contains("FORBIDDEN");
            assertThat(text(call(adminClient, "broken", Map.of()))).contains("FORBIDDEN");
            assertThat(inventory.calls).hasValue(0);
            // both users have the same empty caller name, so only the permission check refuses the read
            Object cursor =
                    TestJson.read(text(call(auditor, "audit_log", Map.of()))).get("nextCursor");
            for (String tool : List.of("plimsoll_read", "audit_log")) {
                assertThat(text(call(adminClient, tool, Map.of("cursor", cursor))))
                        .contains("FORBIDDEN");
            }
            assertThat(text(call(auditor, "plimsoll_read", Map.of("cursor", cursor))))
                    .contains("\"totalCount\":400");
            assertThat(inventory.calls).hasValue(1);
        }
    }

    @Test
    void reportsInvalidArgumentsButHidesFailures() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient adminClient = server.client("boss");
            CallToolResult mistake = call(adminClient, "restock", Map.of("id", 1, "quantity", -2));
            assertThat(mistake.isError()).isTrue();
            assertThat(text(mistake)).contains("quantity must be at least 0, got -2");
            CallToolResult failure = call(adminClient, "restock", Map.of("id", 1001, "quantity", 2));
            assertThat(failure.isError()).isTrue();
            assertThat(text(failure))
                    .contains("INTERNAL_ERROR", "restock failed")
                    .doesNotContain("secret");
        }
    }

    @Test
    void configurationOverridesAnnotations() {
        try (Guard configured = Guard.builder()
                .tools("audit", policy -> policy.with(Policy.HEAVY, false))
                .build()) {
            Tool audit = configured.sync().scan(inventory).get(0).tool();
            assertThat(audit.name()).isEqualTo("audit");
            assertThat(TestJson.write(audit.inputSchema())).doesNotContain("cursor");
        }
    }

    @Test
    void rejectsDuplicateNamesButAllowsScanningTwice() {
        guard.statelessSync().scan(new Inventory());
        guard.statelessAsync().scan(new Inventory());
        class Second {
            @McpGuarded
            @SuppressWarnings("UnusedMethod") // found by reflection
            String audit() {
                return "";
            }
        }
        assertThatThrownBy(() -> guard.statelessSync().scan(new Second()))
                .hasMessageContaining("Second.audit: its tool audit has the same name as Inventory.audit. Fix:");
    }

    @Test
    void acceptsOnlyBuiltInAndAddedStyles() {
        class Titles {
            @McpHeavy(style = "titles")
            @SuppressWarnings("UnusedMethod") // found by reflection
            String list() {
                return "";
            }
        }
        assertThatThrownBy(() -> guard.statelessSync().scan(new Titles()))
                .hasMessageContaining("Titles.list: policy.style: must be one of auto, page, ")
                .hasMessageContaining("got titles. Fix:");
        Guard styled = Guard.builder().style(() -> StyleId.of("titles")).build();
        assertThatCode(() -> styled.statelessSync().scan(new Titles())).doesNotThrowAnyException();
        styled.close();
    }

    /** Methods that return a {@code Mono}. */
    static final class AsyncMethods {
        @McpHeavy
        Mono<List<Integer>> numbers(int count) {
            return Mono.fromCallable(
                    () -> java.util.stream.IntStream.range(0, count).boxed().toList());
        }

        @McpGuarded
        Mono<String> nothing() {
            return Mono.empty();
        }

        @McpGuarded
        Mono<String> fails() {
            return Mono.error(new IllegalArgumentException("not like this"));
        }
    }

    @Test
    void supportsAsyncMethods() throws Exception {
        HttpServletStatelessServerTransport transport = ServerKind.stateless();
        guard.server(McpServer.async(transport).tools(guard.statelessAsync().scan(new AsyncMethods())))
                .build();
        try (SdkTestServer server = new SdkTestServer(transport)) {
            McpSyncClient client = server.client("boss");
            assertThat(text(call(client, "numbers", Map.of("count", 20_000)))).contains("\"totalCount\":20000");
            assertThat(text(call(client, "nothing", Map.of()))).isEqualTo("null");
            assertThat(text(call(client, "fails", Map.of()))).contains("not like this");
        }
    }

    private static List<String> names(McpSyncClient client) {
        return client.listTools().tools().stream().map(Tool::name).toList();
    }
}
