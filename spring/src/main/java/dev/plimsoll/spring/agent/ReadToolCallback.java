package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentGuard;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Tool {@code plimsoll_read}.
 *
 * @param memory the conversation to which cursors are bound if the {@code ToolContext} names none
 */
record ReadToolCallback(AgentGuard guard, ToolDefinition definition, String memory) implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
        return definition;
    }

    @Override
    public String call(String arguments) {
        return guard.read(memory, arguments).text();
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        return guard.read(Conversations.name(context, memory), arguments).text();
    }
}
