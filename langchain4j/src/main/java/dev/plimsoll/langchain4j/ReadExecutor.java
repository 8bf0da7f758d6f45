package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.plimsoll.agent.AgentAnswer;
import dev.plimsoll.agent.AgentGuard;
import org.jspecify.annotations.Nullable;

/** Executes the tool {@code plimsoll_read}. */
record ReadExecutor(AgentGuard guard) implements ToolExecutor {

    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return read(request, memoryId).text();
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, @Nullable InvocationContext context) {
        AgentAnswer answer = read(request, context == null ? null : context.chatMemoryId());
        return ToolExecutionResult.builder()
                .resultText(answer.text())
                .isError(answer.isError())
                .build();
    }

    private AgentAnswer read(ToolExecutionRequest request, @Nullable Object memoryId) {
        return guard.read(GuardedToolProvider.memoryName(memoryId), GuardedExecutor.arguments(request));
    }
}
