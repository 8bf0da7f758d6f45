package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Tier;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each kind of server over HTTP with the SDK's own client, which validates results against the listed output schemas. */
class GuardedServerTest {

    private static final Pattern OMITTED_IMAGE = Pattern.compile("left out: plimsoll_read with cursor (\\S+) gives it");
    private static final Pattern STORED_URI = Pattern.compile("plimsoll://(?:page|blob)/[A-Za-z0-9_-]{1,48}");

    private final Shop shop = new Shop();

    @ParameterizedTest
    @EnumSource
    void readsAllPagesWithoutRunningTheToolAgain(ServerKind kind) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            McpSyncClient client = server.client();
            List<Object> ids = new ArrayList<>();
            Map<String, Object> page = json(call(client, "list_orders", Map.of()));
            while (true) {
                ids.addAll(ids(page.get("items")));
                Object cursor = page.get("nextCursor");
                if (cursor == null) {
                    break;
                }
                page = json(call(client, "plimsoll_read", Map.of("cursor", cursor)));
            }
            assertThat(page).containsEntry("totalCount", 400);
            assertThat(ids).isEqualTo(ids(Shop.orders(400)));
            assertThat(shop.calls).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsTheReadToolLastAndPassesSmallResults(ServerKind kind) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            McpSyncClient client = server.client();
            assertThat(client.listTools().tools())
                    .extracting(Tool::name)
                    .containsExactly("list_orders", "get_orders", "get_picture", "delete_order", "plimsoll_read");
            CallToolResult small = call(client, "get_orders", Map.of("count", 2));
            assertThat(text(small)).isEqualTo(TestJson.write(Map.of("orders", Shop.orders(2))));
            assertThat(small.meta()).containsKeys("example.org/kept", "dev.plimsoll/budget");
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersMatchTheListedOutputSchema(ServerKind kind) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            McpSyncClient client = server.client();
            CallToolResult answer = call(client, "get_orders", Map.of("count", 300));
            assertThat(answer.isError()).isNotEqualTo(true);
            assertThat(TestJson.write(answer.structuredContent()))
                    .contains("\"notice\":\"Items 1-")
                    .contains("Émilie du Châtelet");
            assertThat(text(answer)).contains("\"total\":10.50");
        }
    }

    @ParameterizedTest
    @EnumSource
    void replacesAnImageWithALineThatNamesItsCursor(ServerKind kind) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            McpSyncClient client = server.client();
            CallToolResult answer = call(client, "get_picture", Map.of());
            Matcher line = OMITTED_IMAGE.matcher(TestJson.write(answer.content()));
            assertThat(line.find()).as("%s", answer.content()).isTrue();
            String cursor = line.group(1);
            String uri = "plimsoll://blob/" + cursor;
            assertThat(TestJson.write(
                            client.readResource(ReadResourceRequest.builder(uri).build())))
                    .contains(Shop.IMAGE.substring(0, 1000));
            CallToolResult read = call(client, "plimsoll_read", Map.of("cursor", cursor));
            assertThat(read.content()).hasAtLeastOneElementOfType(ImageContent.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsFurtherPagesOfAResourceByUri(ServerKind kind) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            McpSyncClient client = server.client();
            for (String uri : List.of("shop://manual", "shop://chapter/7")) {
                String firstPage = resource(client, uri);
                assertThat(firstPage.length()).isLessThan(60_000);
                Matcher next = STORED_URI.matcher(firstPage);
                assertThat(next.find()).as("names the URI of the next page").isTrue();
                assertThat(resource(client, next.group())).contains("how to send what melts");
                assertThat(resource(client, next.group() + "?find=/break/"))
                        .contains("totalMatches")
                        .contains("2000");
            }
            assertThat(shop.calls).hasValue(2);
            assertThat(client.readResource(ReadResourceRequest.builder("shop://chapter/0")
                                    .build())
                            .contents())
                    .hasSize(1);
            assertThatThrownBy(() -> resource(client, "plimsoll://page/mistyped"))
                    .isInstanceOf(McpError.class)
                    .hasMessageContaining("invalid cursor");
        }
    }

    @ParameterizedTest
    @EnumSource
    void cutsALongPromptAndLinksToAllOfIt(ServerKind kind) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            McpSyncClient client = server.client();
            String prompt = TestJson.write(
                    client.getPrompt(GetPromptRequest.builder("advice").build()));
            assertThat(prompt.length()).isLessThan(60_000);
            Matcher uriMatcher = STORED_URI.matcher(prompt);
            assertThat(uriMatcher.find()).isTrue();
            assertThat(resource(client, uriMatcher.group())).contains("Ask before you send.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void hidesAndRejectsToolsOfHigherTiers(ServerKind kind) throws Exception {
        try (Guard guard = Guard.builder()
                        .callers(context -> new Caller(
                                String.valueOf(context.get("user")),
                                "boss".equals(context.get("user")) ? Tier.ADMIN : Tier.READ,
                                context))
                        .build();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            McpSyncClient adminClient = server.client("boss");
            McpSyncClient clerk = server.client("clerk");
            assertThat(adminClient.listTools().tools()).extracting(Tool::name).contains("delete_order");
            assertThat(clerk.listTools().tools())
                    .extracting(Tool::name)
                    .doesNotContain("delete_order")
                    .contains("list_orders", "plimsoll_read");
            CallToolResult refused = call(clerk, "delete_order", Map.of());
            assertThat(refused.isError()).isTrue();
            assertThat(text(refused)).contains("FORBIDDEN");
            assertThat(shop.calls).hasValue(0);

            Object cursor = json(call(adminClient, "list_orders", Map.of())).get("nextCursor");
            CallToolResult foreign = call(clerk, "plimsoll_read", Map.of("cursor", cursor));
            assertThat(text(foreign)).contains("CURSOR_INVALID");
        }
    }

    @ParameterizedTest
    @EnumSource
    void appliesTheBudgetOfARequest(ServerKind kind) throws Exception {
        try (Guard guard = Guard.withDefaults();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard))) {
            CallToolResult answer = server.client()
                    .callTool(CallToolRequest.builder("list_orders")
                            .arguments(Map.of())
                            .meta(Map.of("dev.plimsoll/maxTokens", 900))
                            .build());
            assertThat(answer.meta().get("dev.plimsoll/budget"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("threshold", 900)
                    .extracting("budgetUsed")
                    .asInstanceOf(InstanceOfAssertFactories.INTEGER)
                    .isBetween(100, 900);
        }
    }

    @Test
    void usesOnlyUrisOnAServerWithoutTools() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        try (Guard guard = Guard.withDefaults()) {
            guard.server(McpServer.sync(transport)
                            .resources(new SyncResourceSpecification(
                                    Shop.manual(), (exchange, request) -> shop.read(request))))
                    .build();
            try (SdkTestServer server = new SdkTestServer(transport)) {
                McpSyncClient client = server.connect("");
                String firstPage = resource(client, "shop://manual");
                assertThat(firstPage).contains("plimsoll://page/").doesNotContain("plimsoll_read");
                assertThat(client.getServerCapabilities().tools()).isNull();
            }
        }
    }

    @Test
    void guardsAToolThatIsAddedLater() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        try (Guard guard = Guard.withDefaults()) {
            McpSyncServer built = guard.server(McpServer.sync(transport)
                            .capabilities(
                                    ServerCapabilities.builder().tools(true).build()))
                    .build();
            built.addTool(guard.sync()
                    .tool(new SyncToolSpecification(Shop.list(), (exchange, request) -> shop.call(request))));
            try (SdkTestServer server = new SdkTestServer(transport)) {
                McpSyncClient client = server.client();
                assertThat(client.listTools().tools())
                        .extracting(Tool::name)
                        .containsExactly("plimsoll_read", "list_orders");
                Object cursor = json(call(client, "list_orders", Map.of())).get("nextCursor");
                assertThat(json(call(client, "plimsoll_read", Map.of("cursor", cursor))))
                        .containsEntry("totalCount", 400);
            }
        }
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static Map<String, Object> json(CallToolResult result) {
        assertThat(result.isError()).as(text(result)).isNotEqualTo(true);
        return TestJson.read(text(result));
    }

    private static List<Object> ids(@Nullable Object items) {
        return ((List<?>) Objects.requireNonNull(items))
                .stream().<Object>map(one -> ((Map<?, ?>) one).get("id")).toList();
    }

    private static String resource(McpSyncClient client, String uri) {
        ReadResourceResult result =
                client.readResource(ReadResourceRequest.builder(uri).build());
        StringBuilder text = new StringBuilder();
        result.contents().forEach(one -> text.append(((TextResourceContents) one).text()));
        return text.toString();
    }
}
