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
 * @param other the tool with the same name of a server that is behind a gateway; it gets the calls with its own cursors. Null
 *     if there is none
 */
record ReadToolCallback(
        AgentGuard guard,
        ToolDefinition definition,
        String memory,
        @Nullable ToolCallback other) implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
        return definition;
    }

    @Override
    public String call(String arguments) {
        return other == null || guard.ownsCursor(memory, arguments)
                ? guard.read(memory, arguments).text()
                : other.call(arguments);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        String conversation = Conversations.name(context, memory);
        return other == null || guard.ownsCursor(conversation, arguments)
                ? guard.read(conversation, arguments).text()
                : other.call(arguments, context);
    }
}
