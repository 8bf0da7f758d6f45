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
 * Tool callback that calls another tool and guards its result. It does not change the {@code ToolContext} or the exceptions of the tool.
 *
 * @param tool the tool as the guard sees it
 * @param definition the tool as the model sees it
 * @param original the callback of the tool
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
        return guardCall(defaultConversation, arguments, original::call);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        return guardCall(
                Conversations.findId(context, defaultConversation),
                arguments,
                sentArguments -> original.call(sentArguments, context));
    }

    @SuppressWarnings("ReferenceEquality") // a result that passes is the same object
    private String guardCall(String conversation, String arguments, UnaryOperator<String> execution) {
        AtomicReference<@Nullable ToolOutput> outputReference = new AtomicReference<>();
        AgentAnswer answer = guard.call(tool, conversation, arguments, sentArguments -> {
            ToolOutput output = ToolOutput.of(execution.apply(sentArguments));
            outputReference.set(output);
            return output.texts();
        });
        ToolOutput output = outputReference.get();
        return output != null && answer == output.texts() ? output.output() : answer.text();
    }
}
