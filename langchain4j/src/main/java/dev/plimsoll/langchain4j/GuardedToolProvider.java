package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.agent.AgentTool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Provider of the guarded tools of other providers, and of the tool for follow-up reads. */
record GuardedToolProvider(AgentGuard guard, List<ToolProvider> providers) implements ToolProvider {

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        List<AiServiceTool> tools = new ArrayList<>();
        ToolExecutor gatewayExecutor = null;
        for (ToolProvider provider : providers) {
            ToolProviderResult provided = provider.provideTools(request);
            for (AiServiceTool tool : provided == null ? List.<AiServiceTool>of() : provided.aiServiceTools()) {
                if (tool.name().equals(AgentGuard.READ_TOOL)) {
                    // this tool belongs to a Plimsoll gateway in front of the MCP server
                    gatewayExecutor = tool.toolExecutor();
                } else {
                    addGuarded(tool, tools);
                }
            }
        }
        tools.add(AiServiceTool.builder()
                .toolSpecification(ToolSchemas.readTool(guard.readTool()))
                .toolExecutor(new ReadExecutor(guard, gatewayExecutor))
                .build());
        return new ToolProviderResult(tools);
    }

    private void addGuarded(AiServiceTool tool, List<AiServiceTool> tools) {
        AgentTool original = ToolSchemas.toAgentTool(tool.toolSpecification());
        AgentTool listed = guard.listed(original);
        if (listed == null) {
            return;
        }
        // if the model does not get the results, LangChain4j returns them to the program, which needs them complete
        boolean isForModel = tool.returnBehavior() == ReturnBehavior.TO_LLM;
        tools.add(isForModel ? createGuarded(tool, original, listed) : tool);
    }

    private AiServiceTool createGuarded(AiServiceTool tool, AgentTool original, AgentTool listed) {
        ToolSpecification specification = tool.toolSpecification();
        return AiServiceTool.builder()
                .toolSpecification(
                        listed.equals(original) ? specification : ToolSchemas.withSchema(specification, listed))
                .toolExecutor(new GuardedExecutor(guard, original, tool.toolExecutor()))
                .returnBehavior(tool.returnBehavior())
                .build();
    }

    /** Returns whether the tools of at least one provider may change during a conversation. */
    @Override
    public boolean isDynamic() {
        return providers.stream().anyMatch(ToolProvider::isDynamic);
    }

    /** Returns the name of a chat memory, to which cursors are bound. */
    static String memoryName(@Nullable Object memoryId) {
        return memoryId == null ? "" : memoryId.toString();
    }
}
