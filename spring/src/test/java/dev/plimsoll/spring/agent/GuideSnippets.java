package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.policy.Policy;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.context.annotation.Bean;

/** Contains the code of the guide that is not in the example. */
final class GuideSnippets {

    private GuideSnippets() {}

    static ChatClient withoutBoot(ChatModel model, Object tools, ToolCallbackProvider mcpTools) {
        return ChatClient.builder(model)
                .defaultTools(tools, mcpTools)
                .defaultAdvisors(GuardedToolsAdvisor.withDefaults())
                .build();
    }

    static ToolCallbackProvider onlyTools(Object tools, ToolCallbackProvider mcpTools) {
        return GuardedToolCallbacks.withDefaults().guard(tools, mcpTools);
    }

    static String inAConversation(ChatClient agent, String question, String conversationId) {
        return String.valueOf(agent.prompt(question)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, conversationId))
                .call()
                .content());
    }

    @Bean
    AgentGuard agentGuard() {
        return AgentGuard.builder()
                .policy(policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 2_000))
                .build();
    }
}
