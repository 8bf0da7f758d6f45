package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentGuard;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Tool {@code plimsoll_read}.
 *
 * @param defaultConversation the conversation to which cursors are bound if the {@code ToolContext} names none
 * @param gatewayTool the {@code plimsoll_read} of a gateway, which gets the calls with cursors of that gateway; null if there is no gateway
 */
record ReadToolCallback(
        AgentGuard guard,
        ToolDefinition definition,
        String defaultConversation,
        @Nullable ToolCallback gatewayTool) implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
        return definition;
    }

    @Override
    public String call(String arguments) {
        return gatewayTool == null || guard.ownsCursor(defaultConversation, arguments)
                ? guard.read(defaultConversation, arguments).text()
                : gatewayTool.call(arguments);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        String conversation = Conversations.findId(context, defaultConversation);
        return gatewayTool == null || guard.ownsCursor(conversation, arguments)
                ? guard.read(conversation, arguments).text()
                : gatewayTool.call(arguments, context);
    }
}
