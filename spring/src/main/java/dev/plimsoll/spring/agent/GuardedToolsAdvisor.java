package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentGuard;
import java.util.List;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import reactor.core.publisher.Flux;

/**
 * Advisor that guards all tools of a {@code ChatClient}, including those that a single request adds: {@code
 * .defaultAdvisors(GuardedToolsAdvisor.withDefaults())}. It does not change requests without tools. Cursors are bound to the
 * conversation that the request names with the advisor parameter {@code ChatMemory.CONVERSATION_ID}. Thread-safe.
 */
public final class GuardedToolsAdvisor implements CallAdvisor, StreamAdvisor {

    private final GuardedToolCallbacks callbacks;
    private final int order;

    private GuardedToolsAdvisor(GuardedToolCallbacks callbacks, int order) {
        this.callbacks = callbacks;
        this.order = order;
    }

    /** Creates an advisor with default settings: 4,000 tokens per answer, and snapshots in memory for 15 minutes. */
    public static GuardedToolsAdvisor withDefaults() {
        return of(AgentGuard.withDefaults());
    }

    /** Creates an advisor with the settings of a guard. */
    public static GuardedToolsAdvisor of(AgentGuard agentGuard) {
        return new GuardedToolsAdvisor(GuardedToolCallbacks.of(agentGuard), ToolCallingAdvisor.DEFAULT_ORDER - 1);
    }

    /** Returns a copy with another order, which must be lower than that of the advisor that calls tools. */
    public GuardedToolsAdvisor withOrder(int newOrder) {
        return new GuardedToolsAdvisor(callbacks, newOrder);
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return chain.nextCall(guardTools(request));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return chain.nextStream(guardTools(request));
    }

    private ChatClientRequest guardTools(ChatClientRequest request) {
        Prompt prompt = request.prompt();
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return request;
        }
        List<ToolCallback> tools = options.getToolCallbacks();
        if (tools == null || tools.isEmpty()) {
            return request;
        }
        String conversation = Conversations.findId(request.context(), "");
        ChatOptions guardedOptions = options.mutate()
                .toolCallbacks(callbacks.guardAll(tools, conversation))
                .build();
        return request.mutate()
                .prompt(prompt.mutate().chatOptions(guardedOptions).build())
                .build();
    }

    @Override
    public String getName() {
        return "Plimsoll";
    }

    @Override
    public int getOrder() {
        return order;
    }
}
