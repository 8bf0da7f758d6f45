package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.langchain4j.service.tool.ToolService;
import dev.plimsoll.agent.AgentGuard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Guard for the tools of an agent. It keeps long results out of the context window of the model. One line guards all
 * tools of an AI service: {@code .toolProvider(PlimsollTools.withDefaults().guard(tools, mcpTools))}. A cursor is valid
 * only in the chat memory that got it. Thread-safe.
 */
public final class PlimsollTools {

    private final AgentGuard agentGuard;

    private PlimsollTools(AgentGuard agentGuard) {
        this.agentGuard = agentGuard;
    }

    /** Creates an instance with default settings: 4,000 tokens per answer, and snapshots in memory for 15 minutes. */
    public static PlimsollTools withDefaults() {
        return of(AgentGuard.withDefaults());
    }

    /** Creates an instance with the settings of a guard. */
    public static PlimsollTools of(AgentGuard agentGuard) {
        return new PlimsollTools(Objects.requireNonNull(agentGuard, "agentGuard"));
    }

    /**
     * Returns a provider of these tools with guarded results, and of the tool {@code plimsoll_read}. Call it once for
     * each agent, with all tools, because an agent cannot have two tools with the name {@code plimsoll_read}. Tools
     * whose results LangChain4j returns to the program instead of the model ({@code ReturnBehavior.IMMEDIATE} and
     * {@code IMMEDIATE_IF_LAST}) are not guarded.
     *
     * @param tools any of these, and collections of them: objects with {@code @Tool} methods, a {@link ToolProvider}
     *     such as that of an MCP client, {@link AiServiceTool}s, and maps of specifications to executors
     */
    public ToolProvider guard(Object... tools) {
        List<ToolProvider> providers = new ArrayList<>();
        for (Object tool : tools) {
            addProviders(tool, providers);
        }
        return new GuardedToolProvider(agentGuard, List.copyOf(providers));
    }

    @SuppressWarnings("unchecked") // LangChain4j itself checks the types of a map's entries when it uses them
    private static void addProviders(Object tool, List<ToolProvider> providers) {
        if (tool instanceof ToolProvider provider) {
            providers.add(provider);
        } else if (tool instanceof AiServiceTool serviceTool) {
            providers.add(providerOf(List.of(serviceTool)));
        } else if (tool instanceof Map<?, ?> map) {
            ToolProviderResult result = new ToolProviderResult((Map<ToolSpecification, ToolExecutor>) map);
            providers.add(request -> result);
        } else if (tool instanceof Collection<?> collection) {
            collection.forEach(element -> addProviders(element, providers));
        } else {
            providers.add(providerOf(ToolService.findTools(tool)));
        }
    }

    private static ToolProvider providerOf(List<AiServiceTool> tools) {
        ToolProviderResult result = new ToolProviderResult(tools);
        return request -> result;
    }
}
