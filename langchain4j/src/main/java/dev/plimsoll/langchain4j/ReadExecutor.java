package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.plimsoll.agent.AgentAnswer;
import dev.plimsoll.agent.AgentGuard;
import org.jspecify.annotations.Nullable;

/**
 * Executor of the tool {@code plimsoll_read}.
 *
 * @param gatewayExecutor executor of the {@code plimsoll_read} of a gateway, which gets the calls with cursors of that
 *     gateway; null if there is no gateway
 */
record ReadExecutor(AgentGuard guard, @Nullable ToolExecutor gatewayExecutor) implements ToolExecutor {

    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return gatewayExecutor == null || ownsCursor(request, memoryId)
                ? read(request, memoryId).text()
                : gatewayExecutor.execute(request, memoryId);
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, @Nullable InvocationContext context) {
        Object memoryId = context == null ? null : context.chatMemoryId();
        if (gatewayExecutor != null && !ownsCursor(request, memoryId)) {
            return gatewayExecutor.executeWithContext(request, context);
        }
        AgentAnswer answer = read(request, memoryId);
        return ToolExecutionResult.builder()
                .resultText(answer.text())
                .isError(answer.isError())
                .build();
    }

    private boolean ownsCursor(ToolExecutionRequest request, @Nullable Object memoryId) {
        return guard.ownsCursor(GuardedToolProvider.memoryName(memoryId), GuardedExecutor.argumentsOf(request));
    }

    private AgentAnswer read(ToolExecutionRequest request, @Nullable Object memoryId) {
        return guard.read(GuardedToolProvider.memoryName(memoryId), GuardedExecutor.argumentsOf(request));
    }
}
