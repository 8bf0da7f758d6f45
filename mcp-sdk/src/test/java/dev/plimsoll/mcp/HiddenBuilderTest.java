package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Tier;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests guarded servers with a version of the SDK whose builders hide their contents. */
class HiddenBuilderTest {

    private static final Pattern PAGE = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{1,48}");

    private final Shop shop = new Shop();

    /** Returns a builder of guards that find no fields in the SDK's builders. */
    private static GuardBuilder guard() {
        return Guard.builder().fieldFinder(type -> BuilderFields.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void failsIfNothingIsGuarded(ServerKind kind) {
        try (Guard guard = guard().build()) {
            assertThatThrownBy(() -> kind.serve(shop, guard))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot find the tools, resources, resource templates, prompts")
                    .hasMessageContaining("tools(guard.sync().tools(list))");
        }
    }

    @ParameterizedTest
    @EnumSource
    void servesSpecificationsThatWereGuardedBefore(ServerKind kind) throws Exception {
        try (Guard guard = guard().build();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard, true))) {
            McpSyncClient client = server.client();
            assertThat(client.listTools().tools())
                    .extracting(Tool::name)
                    .containsExactly("list_orders", "get_orders", "get_picture", "delete_order", "plimsoll_read");
            String firstPage = text(call(client, "list_orders", Map.of()));
            Object cursor = TestJson.read(firstPage).get("nextCursor");
            assertThat(text(call(client, "plimsoll_read", Map.of("cursor", cursor))))
                    .contains("\"totalCount\":400");
            assertThat(shop.calls).hasValue(1);
            CallToolResult structured = call(client, "get_orders", Map.of("count", 300));
            assertThat(structured.isError()).isNotEqualTo(true);
            assertThat(TestJson.write(structured.structuredContent())).contains("\"notice\":\"Items 1-");
            assertThat(text(call(client, "get_picture", Map.of()))).contains("plimsoll_read");
        }
    }

    @ParameterizedTest
    @EnumSource
    void servesFurtherPagesByUri(ServerKind kind) throws Exception {
        try (Guard guard = guard().build();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard, true))) {
            McpSyncClient client = server.client();
            Matcher next = PAGE.matcher(read(client, "shop://chapter/7"));
            assertThat(next.find()).isTrue();
            assertThat(read(client, next.group())).contains("how to send what melts");
            Matcher prompt = PAGE.matcher(TestJson.write(
                    client.getPrompt(GetPromptRequest.builder("advice").build())));
            assertThat(prompt.find()).isTrue();
            assertThat(read(client, prompt.group())).contains("Ask before you send.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void hidesAndRejectsToolsOfHigherTiers(ServerKind kind) throws Exception {
        try (Guard guard = guard().callers(context -> new Caller("clerk", Tier.READ, context))
                        .build();
                SdkTestServer server = new SdkTestServer(kind.serve(shop, guard, true))) {
            McpSyncClient client = server.client();
            assertThat(client.listTools().tools())
                    .extracting(Tool::name)
                    .containsExactly("list_orders", "get_orders", "get_picture", "plimsoll_read");
            assertThat(text(call(client, "delete_order", Map.of()))).contains("FORBIDDEN");
            assertThat(shop.calls).hasValue(0);
        }
    }

    @Test
    void addsTheReadToolOnceAndListsNoUnguardedTool() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        try (Guard guard = guard().build()) {
            guard.server(McpServer.sync(transport)
                            .tools(guard.sync().tools(List.of(specification(Shop.list()))))
                            .tools(specification(Shop.picture())))
                    .build();
            try (SdkTestServer server = new SdkTestServer(transport)) {
                assertThat(server.client().listTools().tools())
                        .extracting(Tool::name)
                        .containsExactly("list_orders", "plimsoll_read");
            }
        }
    }

    private SyncToolSpecification specification(Tool tool) {
        return new SyncToolSpecification(tool, (exchange, request) -> shop.call(request));
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return result.content().stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .reduce("", String::concat);
    }

    private static String read(McpSyncClient client, String uri) {
        return TestJson.write(
                client.readResource(ReadResourceRequest.builder(uri).build()).contents());
    }
}
