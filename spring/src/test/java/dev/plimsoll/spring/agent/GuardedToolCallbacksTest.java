package dev.plimsoll.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.policy.Policy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;

class GuardedToolCallbacksTest {

    private final OrderTools shop = new OrderTools();

    private static ToolCallback tool(ToolCallbackProvider provider, String name) {
        return Arrays.stream(provider.getToolCallbacks())
                .filter(tool -> tool.getToolDefinition().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String argumentsOfRead(String answer, String query) {
        return "{\"cursor\":\"" + ScriptedChatModel.cursor(answer) + "\",\"query\":\"" + query + "\"}";
    }

    @Test
    void modelQueriesALargeResult() {
        ScriptedChatModel model = new ScriptedChatModel()
                .calls("listOrders", answer -> "{}")
                .calls(
                        "plimsoll_read",
                        answer -> argumentsOfRead(answer, "map(select(.status==\\\"open\\\")) | length"))
                .answers();
        ChatClient agent = ChatClient.builder(model)
                .defaultTools(GuardedToolCallbacks.withDefaults().guard(shop))
                .build();
        assertThat(agent.prompt("How many orders are open?").call().content()).isEqualTo("{\"results\":[300]}");
        assertThat(shop.runs).hasValue(1);
        assertThat(model.toolResults().get(0)).contains("\"totalCount\":900").hasSizeLessThan(8_000);
        assertThat(model.toolNames())
                .contains("listOrders", "getOrder", "plimsoll_read")
                .hasSize(7);
    }

    @Test
    void smallResultPassesUnchanged() {
        ToolCallbackProvider plain =
                MethodToolCallbackProvider.builder().toolObjects(shop).build();
        ToolCallbackProvider guarded = GuardedToolCallbacks.withDefaults().guard(plain);
        assertThat(tool(guarded, "getOrder").call("{\"id\":7}"))
                .isEqualTo(tool(plain, "getOrder").call("{\"id\":7}"));
        assertThat(tool(guarded, "owner").call("{}", new ToolContext(Map.of("user", "ada"))))
                .contains("the shop of ada");
        assertThat(tool(guarded, "getOrder").getToolDefinition())
                .isEqualTo(tool(plain, "getOrder").getToolDefinition());
    }

    @Test
    void findsALineInALongText() {
        ToolCallbackProvider guarded = GuardedToolCallbacks.withDefaults().guard(shop);
        String answer = tool(guarded, "getLog").call("{}");
        assertThat(answer).hasSizeLessThan(20_000).contains("\"totalLines\":3000");
        String cursor = ScriptedChatModel.cursor(answer);
        assertThat(tool(guarded, "plimsoll_read").call("{\"cursor\":\"" + cursor + "\",\"find\":\"order 2718 \"}"))
                .contains("order 2718 was packed");
    }

    @Test
    void exceptionPassesThrough() {
        ToolCallback failing = tool(GuardedToolCallbacks.withDefaults().guard(shop), "cancelOrder");
        assertThatThrownBy(() -> failing.call("{}"))
                .isInstanceOf(ToolExecutionException.class)
                .hasMessage("the order is already shipped");
        ScriptedChatModel model =
                new ScriptedChatModel().calls("cancelOrder", answer -> "{}").answers();
        ChatClient agent = ChatClient.builder(model).defaultTools(failing).build();
        assertThat(agent.prompt("Cancel").call().content()).isEqualTo("the order is already shipped");
    }

    @Test
    void passesResultsThatBypassTheModelUnchanged() {
        ToolCallback export = tool(GuardedToolCallbacks.withDefaults().guard(shop), "exportOrders");
        assertThat(export.getToolMetadata().returnDirect()).isTrue();
        assertThat(export.call("{}")).doesNotContain("plimsoll").hasSizeGreaterThan(30_000);
    }

    @Test
    void rejectsCursorOfAnotherConversation() {
        ToolCallbackProvider guarded = GuardedToolCallbacks.withDefaults().guard(shop);
        ToolContext ada = new ToolContext(Map.of(ChatMemory.CONVERSATION_ID, "ada"));
        ToolContext bob = new ToolContext(Map.of(ChatMemory.CONVERSATION_ID, "bob"));
        String arguments = argumentsOfRead(tool(guarded, "listOrders").call("{}", ada), "length");
        ToolCallback read = tool(guarded, "plimsoll_read");
        assertThat(read.call(arguments, bob)).contains("CURSOR_INVALID");
        assertThat(read.call(arguments)).contains("CURSOR_INVALID");
        assertThat(read.call(arguments, ada)).isEqualTo("{\"results\":[900]}");
    }

    @Test
    void toolsOfAProviderMayChange() {
        List<ToolCallback> tools = new java.util.ArrayList<>();
        ToolCallbackProvider guarded = GuardedToolCallbacks.withDefaults()
                .guard(List.of((ToolCallbackProvider) () -> tools.toArray(ToolCallback[]::new)));
        assertThat(guarded.getToolCallbacks()).hasSize(1);
        tools.add(tool(MethodToolCallbackProvider.builder().toolObjects(shop).build(), "getLog"));
        assertThat(guarded.getToolCallbacks()).hasSize(2);
    }

    @Test
    void keepsToolsThatAreAlreadyGuarded() {
        GuardedToolCallbacks callbacks = GuardedToolCallbacks.withDefaults();
        ToolCallback[] guarded = callbacks.guard(shop).getToolCallbacks();
        assertThat(callbacks.guard((Object) guarded).getToolCallbacks()).containsExactly(guarded);
    }

    @Test
    void forwardsCursorsOfAGatewayToItsReadTool() {
        ToolCallback gateway = FunctionToolCallback.builder("plimsoll_read", (Map<?, ?> arguments) -> "the gateway")
                .description("Reads results of a gateway")
                .inputType(Map.class)
                .build();
        ToolCallbackProvider guarded = GuardedToolCallbacks.withDefaults().guard(shop, gateway);
        assertThat(guarded.getToolCallbacks()).hasSize(7);
        ToolCallback read = tool(guarded, "plimsoll_read");
        String arguments = argumentsOfRead(tool(guarded, "listOrders").call("{}"), "length");
        assertThat(read.call(arguments)).isEqualTo("{\"results\":[900]}");
        assertThat(read.call("{\"cursor\":\"of the gateway\"}")).contains("the gateway");
    }

    @Test
    void rulesHideToolsAndAddArguments() {
        AgentGuard guard = AgentGuard.builder()
                .tools("cancel*", policy -> policy.with(Policy.BLOCKED, true))
                .tools("list*", policy -> policy.with(Policy.HEAVY, true))
                .build();
        ToolCallbackProvider guarded = GuardedToolCallbacks.of(guard).guard(shop);
        assertThat(guarded.getToolCallbacks())
                .noneMatch(tool -> tool.getToolDefinition().name().equals("cancelOrder"));
        ToolCallback list = tool(guarded, "listOrders");
        String cursor = ScriptedChatModel.cursor(list.call("{}"));
        assertThat(list.getToolDefinition().inputSchema()).contains("\"cursor\"");
        assertThat(list.call("{\"cursor\":\"" + cursor + "\"}")).contains("\"range\":[");
        assertThat(shop.runs).hasValue(1);
    }
}
