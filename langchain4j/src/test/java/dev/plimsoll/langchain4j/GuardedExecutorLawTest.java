package dev.plimsoll.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.tokens.Estimator;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks guarded executors on random results: small ones pass byte for byte, and large ones fit the budget. */
class GuardedExecutorLawTest {

    private static final int BUDGET = 600;
    private static final ToolSpecification TOOL =
            ToolSpecification.builder().name("list").description("Lists all").build();
    private static final ToolExecutionRequest REQUEST =
            ToolExecutionRequest.builder().id("1").name("list").arguments("{}").build();
    private static final InvocationContext CONTEXT =
            InvocationContext.builder().chatMemoryId("ada").build();

    private static ToolExecutor guarded(int budget, String result) {
        AgentGuard guard = AgentGuard.builder()
                .policy(policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, budget))
                .build();
        ToolExecutor original = (request, memory) -> result;
        ToolProviderResult tools = PlimsollTools.of(guard)
                .guard(Map.of(TOOL, original))
                .provideTools(ToolProviderRequest.builder()
                        .invocationContext(CONTEXT)
                        .userMessage(dev.langchain4j.data.message.UserMessage.from("hi"))
                        .build());
        return tools.aiServiceTools().get(0).toolExecutor();
    }

    @Test
    void smallResultPassesByteForByte() {
        PropertyCases.check(Payloads.any(), payload -> {
            String result = payload.text();
            ToolExecutor executor = guarded(1_000_000, result);
            assertThat(executor.executeWithContext(REQUEST, CONTEXT).resultText())
                    .isSameAs(result);
            assertThat(executor.execute(REQUEST, "ada")).isEqualTo(result);
        });
    }

    @Test
    void everyAnswerFitsTheBudget() {
        PropertyCases.check(Payloads.any(), payload -> {
            String answer = guarded(BUDGET, payload.text())
                    .executeWithContext(REQUEST, CONTEXT)
                    .resultText();
            assertThat(Estimator.BPE.decidingCounter().count(Slice.of(answer)))
                    .as(answer)
                    .isLessThanOrEqualTo(BUDGET * 11 / 10);
        });
    }
}
