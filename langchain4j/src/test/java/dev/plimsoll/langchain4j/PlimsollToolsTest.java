package dev.plimsoll.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs agents with guarded tools and scripted models. */
class PlimsollToolsTest {

    interface Agent {
        String chat(String text);
    }

    interface ResultAgent {
        Result<String> chat(String text);
    }

    interface MemoryAgent {
        String chat(@MemoryId String user, @UserMessage String text);
    }

    interface StreamAgent {
        TokenStream chat(String text);
    }

    private final ShopTools shop = new ShopTools();
    private final ScriptedModel model = new ScriptedModel();

    private Agent agent(Object... tools) {
        return AiServices.builder(Agent.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.withDefaults().guard(tools))
                .build();
    }

    private static String readArguments(String answer, String query) {
        return "{\"cursor\":\"" + ScriptedModel.cursor(answer) + "\",\"query\":\"" + query + "\"}";
    }

    @Test
    void modelQueriesALargeResult() {
        model.calls("listOrders", answer -> "{}")
                .calls("plimsoll_read", answer -> readArguments(answer, "map(select(.status==\\\"open\\\")) | length"))
                .answers();
        assertThat(agent(shop).chat("How many orders are open?")).isEqualTo("{\"results\":[300]}");
        assertThat(shop.runs).hasValue(1);
        assertThat(model.results().get(0).text())
                .startsWith("{\"notice\":")
                .contains("\"totalCount\":900")
                .hasSizeLessThan(8_000);
        assertThat(model.toolNames())
                .containsExactlyInAnyOrder(
                        "listOrders", "getOrder", "exportOrders", "owner", "cancelOrder", "plimsoll_read");
    }

    @Test
    void smallResultPassesUnchanged() {
        model.calls("getOrder", answer -> "{\"arg0\":7,\"id\":7}").answers();
        String guarded = agent(shop).chat("Order 7?");
        model.calls("getOrder", answer -> "{\"arg0\":7,\"id\":7}").answers();
        String unguardedAnswer = AiServices.builder(Agent.class)
                .chatModel(model)
                .tools(shop)
                .build()
                .chat("Order 7?");
        assertThat(guarded).isEqualTo(unguardedAnswer).contains("\"total\"");
    }

    @Test
    void exceptionGoesToTheErrorHandlerOfTheAgent() {
        model.calls("cancelOrder", answer -> "{}").answers();
        assertThat(agent(shop).chat("Cancel")).isEqualTo("the order is already shipped");
        assertThat(model.results().get(0).isError()).isTrue();
    }

    @Test
    void largeErrorStaysAnError() {
        ToolSpecification failing =
                ToolSpecification.builder().name("failing").description("Fails").build();
        model.calls("failing", answer -> "{}").answers();
        agent(AiServiceTool.builder()
                        .toolSpecification(failing)
                        .toolExecutor(executorOf(ToolExecutionResult.builder()
                                .resultText("out of memory\n".repeat(20_000))
                                .isError(true)
                                .build()))
                        .build())
                .chat("Fail");
        ToolExecutionResultMessage received = model.results().get(0);
        assertThat(received.isError()).isTrue();
        assertThat(received.text()).contains("plimsoll_read").hasSizeLessThan(20_000);
    }

    private static ToolExecutor executorOf(ToolExecutionResult result) {
        return new ToolExecutor() {
            @Override
            public String execute(dev.langchain4j.agent.tool.ToolExecutionRequest request, Object memoryId) {
                throw new AssertionError("agents call the other method");
            }

            @Override
            public ToolExecutionResult executeWithContext(
                    dev.langchain4j.agent.tool.ToolExecutionRequest request,
                    dev.langchain4j.invocation.InvocationContext context) {
                return result;
            }
        };
    }

    @Test
    void keepsTheObjectThatTheToolReturned() {
        List<ToolExecution> executions = new ArrayList<>();
        model.calls("listOrders", answer -> "{}").answers();
        AiServices.builder(Agent.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.withDefaults().guard(shop))
                .afterToolExecution(executions::add)
                .build()
                .chat("Orders?");
        assertThat(executions.get(0).resultObject()).isEqualTo(ShopTools.orders());
        assertThat(executions.get(0).result()).contains("\"totalCount\":900");
    }

    @Test
    void passesResultsThatBypassTheModelUnchanged() {
        model.calls("exportOrders", answer -> "{}");
        Result<String> result = AiServices.builder(ResultAgent.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.withDefaults().guard(shop))
                .build()
                .chat("Export");
        assertThat(result.content()).isNull();
        assertThat(result.toolExecutions().get(0).result())
                .doesNotContain("plimsoll")
                .hasSizeGreaterThan(30_000);
    }

    @Test
    void keepsImagesAndAttributesOfAShapedResult() {
        ToolSpecification camera = ToolSpecification.builder()
                .name("camera")
                .description("Takes a photo")
                .build();
        model.calls("camera", answer -> "{}")
                .callsAll(ScriptedModel.request("owner", "{}"))
                .answers();
        agent(
                        shop,
                        Map.of(
                                camera,
                                executorOf(ToolExecutionResult.builder()
                                        .resultContents(List.of(
                                                TextContent.from("a word ".repeat(20_000)),
                                                ImageContent.from("AAAA", "image/png")))
                                        .attributes(Map.of("exposure", 3))
                                        .build())))
                .chat("Look");
        ToolExecutionResultMessage received = model.results().get(0);
        assertThat(received.contents()).hasSize(2);
        assertThat(((TextContent) received.contents().get(0)).text()).contains("nextCursor");
        assertThat(received.contents().get(1)).isEqualTo(ImageContent.from("AAAA", "image/png"));
        assertThat(received.attributes()).containsEntry("exposure", 3);
    }

    @Test
    void rejectsCursorOfAnotherChatMemory() {
        MemoryAgent agent = AiServices.builder(MemoryAgent.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                .toolProvider(PlimsollTools.withDefaults().guard(shop))
                .build();
        model.calls("owner", answer -> "{}").answers();
        assertThat(agent.chat("ada", "Whose?")).isEqualTo("the shop of ada");
        model.calls("listOrders", answer -> "{}").answers();
        String cursor = ScriptedModel.cursor(agent.chat("ada", "Orders?"));
        String arguments = "{\"cursor\":\"" + cursor + "\",\"query\":\"length\"}";
        model.calls("plimsoll_read", answer -> arguments).answers();
        assertThat(agent.chat("bob", "How many?")).contains("CURSOR_INVALID");
        assertThat(model.results().get(0).isError()).isTrue();
        model.calls("plimsoll_read", answer -> arguments).answers();
        assertThat(agent.chat("ada", "How many?")).isEqualTo("{\"results\":[900]}");
    }

    @Test
    void streamedAgentGetsTheSameAnswers() throws Exception {
        model.calls("listOrders", answer -> "{}")
                .calls("plimsoll_read", answer -> readArguments(answer, "length"))
                .answers();
        CompletableFuture<String> answer = new CompletableFuture<>();
        AiServices.builder(StreamAgent.class)
                .streamingChatModel(model)
                .toolProvider(PlimsollTools.withDefaults().guard(shop))
                .build()
                .chat("How many?")
                .onPartialResponse(text -> {})
                .onCompleteResponse(
                        response -> answer.complete(response.aiMessage().text()))
                .onError(answer::completeExceptionally)
                .start();
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("{\"results\":[900]}");
    }

    @Test
    void toolsRunConcurrently() {
        model.callsAll(
                        ScriptedModel.request("listOrders", "{}"),
                        ScriptedModel.request("listOrders", "{\"a\":1}"),
                        ScriptedModel.request("listOrders", "{\"a\":2}"),
                        ScriptedModel.request("getOrder", "{\"arg0\":3,\"id\":3}"))
                .answers();
        AiServices.builder(Agent.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.withDefaults().guard(shop))
                .executeToolsConcurrently()
                .build()
                .chat("All at once");
        assertThat(model.results()).hasSize(4);
        assertThat(model.results().subList(0, 3))
                .allSatisfy(result -> assertThat(result.text()).contains("\"totalCount\":900"));
    }

    @Test
    void keepsDynamicToolsAndMetadata() {
        ToolSpecification plain = ToolSpecification.builder()
                .name("plain")
                .description("Plain")
                .metadata(Map.of("team", "a"))
                .strict(true)
                .build();
        ToolProvider dynamic = new ToolProvider() {
            @Override
            public ToolProviderResult provideTools(ToolProviderRequest request) {
                return ToolProviderResult.builder()
                        .add(plain, (call, memory) -> "plain")
                        .build();
            }

            @Override
            public boolean isDynamic() {
                return true;
            }
        };
        ToolProvider guarded = PlimsollTools.withDefaults().guard(List.of(shop, dynamic));
        assertThat(guarded.isDynamic()).isTrue();
        assertThat(PlimsollTools.withDefaults().guard(shop).isDynamic()).isFalse();
        ToolProviderResult result = guarded.provideTools(ToolProviderRequest.builder()
                .invocationContext(dev.langchain4j.invocation.InvocationContext.builder()
                        .chatMemoryId("a")
                        .build())
                .userMessage(dev.langchain4j.data.message.UserMessage.from("hi"))
                .build());
        assertThat(result.aiServiceTools())
                .anyMatch(tool -> tool.toolSpecification().equals(plain));
        assertThat(result.aiServiceTools()).hasSize(7);
    }

    @Test
    void rulesHideToolsAndAddArguments() {
        model.calls("listOrders", answer -> "{}")
                .calls("listOrders", answer -> "{\"cursor\":\"" + ScriptedModel.cursor(answer) + "\"}")
                .answers();
        AgentGuard guard = AgentGuard.builder()
                .tools("cancel*", policy -> policy.with(Policy.BLOCKED, true))
                .tools("list*", policy -> policy.with(Policy.HEAVY, true))
                .build();
        AiServices.builder(Agent.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.of(guard).guard(shop))
                .build()
                .chat("Orders?");
        assertThat(model.toolNames()).doesNotContain("cancelOrder").contains("listOrders");
        assertThat(specification("listOrders").parameters().properties()).containsKey("cursor");
        assertThat(shop.runs).hasValue(1);
        assertThat(model.results().get(1).text()).contains("\"range\":[");
    }

    private ToolSpecification specification(String name) {
        return model.specifications().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void argumentsOfPlimsollReadHaveTypedSchemas() {
        model.answers();
        agent(shop).chat("Hello");
        ToolSpecification read = specification("plimsoll_read");
        assertThat(read.description()).contains("jq");
        assertThat(read.parameters().properties()).containsKeys("cursor", "query", "find", "page", "max_tokens");
        assertThat(read.parameters().properties().get("query")).isInstanceOf(JsonAnyOfSchema.class);
        assertThat(read.toJson())
                .contains("\"anyOf\":[{\"type\":\"array\",\"items\":{\"type\":\"string\"}},{\"type\":\"string\"}]");
        assertThat(read.parameters().required()).isEmpty();
        assertThat(read.parameters().properties().values())
                .noneMatch(dev.langchain4j.model.chat.request.json.JsonRawSchema.class::isInstance);
    }

    @Test
    void forwardsCursorsOfAGatewayToItsReadTool() {
        ToolSpecification read = ToolSpecification.builder()
                .name("plimsoll_read")
                .description("Reads results of a gateway")
                .build();
        model.calls("listOrders", answer -> "{}")
                .calls("plimsoll_read", answer -> readArguments(answer, "length"))
                .calls("plimsoll_read", answer -> "{\"cursor\":\"of the gateway\"}")
                .answers();
        String answer = agent(shop, Map.of(read, (ToolExecutor)
                        (request, memory) -> "the gateway got " + request.arguments()))
                .chat("Orders?");
        assertThat(answer).isEqualTo("the gateway got {\"cursor\":\"of the gateway\"}");
        assertThat(model.results().get(1).text()).isEqualTo("{\"results\":[900]}");
        assertThat(model.toolNames()).containsOnlyOnce("plimsoll_read");
    }

    @Test
    void rejectsAnObjectWithoutTools() {
        assertThatThrownBy(() -> PlimsollTools.withDefaults().guard("no tools"))
                .hasMessageContaining("does not have any methods annotated with @Tool");
    }
}
