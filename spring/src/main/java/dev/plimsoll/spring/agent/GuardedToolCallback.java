package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentAnswer;
import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.agent.AgentTool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/**
 * Calls a tool, and guards its result. Does not change the {@code ToolContext} and the exceptions of the tool.
 *
 * @param tool the original tool
 * @param definition the tool as the model sees it
 * @param defaultConversation the conversation to which cursors are bound if the {@code ToolContext} names none
 */
record GuardedToolCallback(
        AgentGuard guard, AgentTool tool, ToolDefinition definition, ToolCallback original, String defaultConversation)
        implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
        return definition;
    }

    @Override
    public ToolMetadata getToolMetadata() {
        return original.getToolMetadata();
    }

    @Override
    public String call(String arguments) {
        return call(defaultConversation, arguments, original::call);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        return call(
                Conversations.findId(context, defaultConversation), arguments, sent -> original.call(sent, context));
    }

    @SuppressWarnings("ReferenceEquality") // a result that passes is the same object
    private String call(String conversation, String arguments, UnaryOperator<String> execution) {
        AtomicReference<@Nullable ToolOutput> outputReference = new AtomicReference<>();
        AgentAnswer answer = guard.call(tool, conversation, arguments, sent -> {
            ToolOutput output = ToolOutput.of(execution.apply(sent));
            outputReference.set(output);
            return output.texts();
        });
        ToolOutput output = outputReference.get();
        return output != null && answer == output.texts() ? output.output() : answer.text();
    }
}
