package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.StyleId;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests guarded specifications without a running server. */
class GuardTest {

    private final Shop shop = new Shop();
    private Guard guard = Guard.withDefaults();

    @AfterEach
    void close() {
        guard.close();
    }

    private SyncToolSpecification raw(Tool tool) {
        return new SyncToolSpecification(tool, (context, request) -> shop.call(request));
    }

    private static CallToolResult call(SyncToolSpecification tool, Map<String, Object> arguments) {
        CallToolRequest request =
                CallToolRequest.builder(tool.tool().name()).arguments(arguments).build();
        return tool.callHandler().apply(McpTransportContext.EMPTY, request);
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Test
    void keepsTheFormOfNumbers() {
        SyncToolSpecification tool = guard.statelessSync().tool(raw(Shop.structured()));
        CallToolResult answer = call(tool, Map.of("count", 300));
        assertThat(TestJson.write(answer.structuredContent())).contains("\"total\":10.50");
    }

    @Test
    void returnsTheSameContentObjectOfASmallResult() {
        CallToolResult result = CallToolResult.builder().addTextContent("ok").build();
        SyncToolSpecification tool =
                guard.statelessSync().tool(new SyncToolSpecification(Shop.list(), (context, request) -> result));
        assertThat(call(tool, Map.of()).content()).isSameAs(result.content());
    }

    @Test
    void listsReadArgumentsOfHeavyToolsAndRemovesThemFromCalls() {
        guard.close();
        guard = Guard.builder()
                .preset(Preset.PROBE)
                .tools("list_*", policy -> policy.with(Policy.HEAVY, true))
                .build();
        SyncToolSpecification tool = guard.statelessSync()
                .tool(new SyncToolSpecification(Shop.list(), (context, request) -> {
                    assertThat(request.arguments()).containsOnlyKeys("count");
                    return shop.call(request);
                }));
        assertThat(String.valueOf(tool.tool().inputSchema().get("properties")))
                .contains("count", "continuation_token", "filter_keys");
        Map<String, Object> probe = TestJson.read(text(call(tool, Map.of("count", 3, "page_size", 2))));
        assertThat(shop.calls).hasValue(1);
        String token = String.valueOf(probe.get("nextCursor"));
        assertThat(text(call(tool, Map.of("continuation_token", token, "mode", "full"))))
                .contains("1002");
        assertThat(shop.calls).hasValue(1);
    }

    @Test
    void listsANeverShapedToolUnchangedWithoutReadTool() {
        guard.close();
        guard = Guard.builder()
                .policy(policy -> policy.with(Policy.STYLE, StyleId.of("pass")))
                .build();
        List<SyncToolSpecification> tools = guard.statelessSync().tools(List.of(raw(Shop.structured())));
        assertThat(tools).hasSize(1);
        assertThat(tools.get(0).tool()).isEqualTo(Shop.structured());
    }

    @Test
    void guardingTwiceEqualsGuardingOnce() {
        List<SyncToolSpecification> guardedOnce = guard.statelessSync().tools(List.of(raw(Shop.list())));
        assertThat(guard.statelessSync().tools(guardedOnce)).isEqualTo(guardedOnce);
    }

    @Test
    void rejectsAToolNamedLikeTheReadTool() {
        Tool tool = Tool.builder("plimsoll_read", Shop.NO_ARGUMENTS).build();
        assertThatThrownBy(() -> guard.statelessSync().tool(raw(tool)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plimsoll_read is reserved for Plimsoll");
    }

    @Test
    void ignoresABudgetThatIsNoPositiveInteger() {
        SyncToolSpecification tool = guard.statelessSync().tool(raw(Shop.list()));
        for (Object value : new Object[] {-5, "900", 1.5, true}) {
            CallToolResult answer = tool.callHandler()
                    .apply(
                            McpTransportContext.EMPTY,
                            CallToolRequest.builder("list_orders")
                                    .meta(Map.of("dev.plimsoll/maxTokens", value))
                                    .build());
            assertThat(String.valueOf(answer.meta().get("dev.plimsoll/budget"))).contains("threshold=4000");
        }
    }

    private static Policies base(Policy policy) {
        return Policies.of(policy);
    }

    @Test
    void appliesNewPoliciesFromTheNextCall() {
        SyncToolSpecification tool =
                guard.statelessSync().tools(List.of(raw(Shop.list()))).get(0);
        String before = text(call(tool, Map.of("count", 300)));
        guard.replacePolicies(base(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500)));
        assertThat(text(call(tool, Map.of("count", 300))).length()).isLessThan(before.length() / 2);
        guard.replacePolicies(base(Policy.defaults().with(Policy.ENABLED, false)));
        assertThat(text(call(tool, Map.of("count", 300))).length()).isGreaterThan(before.length() * 2);
    }

    @Test
    void rejectsPoliciesThatWouldChangeAListing() {
        SyncToolSpecification tool =
                guard.statelessSync().tools(List.of(raw(Shop.list()))).get(0);
        String before = text(call(tool, Map.of("count", 300)));
        Policy heavy = Policy.defaults().with(Policy.HEAVY, true).with(Policy.TOKEN_BUDGET_THRESHOLD, 500);
        assertThatThrownBy(() -> guard.replacePolicies(base(heavy)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("list_orders")
                .hasMessageContaining("restart");
        assertThat(text(call(tool, Map.of("count", 300)))).hasSameSizeAs(before);
    }

    @Test
    void cannotEnableShapingWithoutTheReadTool() {
        guard.close();
        guard = Guard.builder()
                .policy(policy -> policy.with(Policy.ENABLED, false))
                .build();
        guard.statelessSync().tools(List.of(raw(Shop.list())));
        assertThatThrownBy(() -> guard.replacePolicies(base(Policy.defaults())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("enabled needs a restart");
    }
}
