package dev.plimsoll.langchain4j;

import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;

/** Contains the code of the guide that is not in the example. */
final class GuideSnippets {

    private GuideSnippets() {}

    interface Assistant {
        String answer(String question);
    }

    static Assistant withServers(ChatModel model, McpClient github, Object tools) {
        return AiServices.builder(Assistant.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.withDefaults()
                        .guard(
                                tools,
                                McpToolProvider.builder().mcpClients(github).build()))
                .build();
    }

    static Assistant withRules(ChatModel model, Object tools) {
        AgentGuard guard = AgentGuard.builder()
                .policy(policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 2_000))
                .tools("export*", policy -> policy.with(Policy.STYLE, StyleId.of("pass")))
                .build();
        return AiServices.builder(Assistant.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.of(guard).guard(tools))
                .build();
    }
}
