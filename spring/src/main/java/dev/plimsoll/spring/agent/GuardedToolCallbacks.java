package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.agent.AgentTool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;

/**
 * Guard for the tools of an agent. It keeps long results out of the context window of the model. One line guards all tools:
 * {@code .defaultTools(GuardedToolCallbacks.withDefaults().guard(tools, mcpTools))}. Cursors are bound to the conversation that
 * the {@code ToolContext} names under {@code ChatMemory.CONVERSATION_ID}. Thread-safe.
 */
public final class GuardedToolCallbacks {

    private final AgentGuard agentGuard;

    private GuardedToolCallbacks(AgentGuard agentGuard) {
        this.agentGuard = agentGuard;
    }

    /** Creates an instance with default settings: 4,000 tokens per answer, and snapshots in memory for 15 minutes. */
    public static GuardedToolCallbacks withDefaults() {
        return of(AgentGuard.withDefaults());
    }

    /** Creates an instance with the settings of a guard. */
    public static GuardedToolCallbacks of(AgentGuard agentGuard) {
        return new GuardedToolCallbacks(Objects.requireNonNull(agentGuard, "agentGuard"));
    }

    /**
     * Returns a provider of these tools with guarded results, and of the tool {@code plimsoll_read}. Call it once for each
     * agent, with all tools, because an agent cannot have two tools with one name. Tools whose results Spring AI returns to the
     * program instead of the model ({@code returnDirect}) are not guarded.
     *
     * @param tools any of these, and collections and arrays of them: objects with {@code @Tool} methods, {@link ToolCallback}s, and a {@link ToolCallbackProvider} such as that of MCP clients
     */
    public ToolCallbackProvider guard(Object... tools) {
        List<ToolCallbackProvider> providers = new ArrayList<>();
        for (Object tool : tools) {
            addProviders(tool, providers);
        }
        return () -> guardAll(
                        providers.stream()
                                .flatMap(provider -> Arrays.stream(provider.getToolCallbacks()))
                                .toList(),
                        "")
                .toArray(ToolCallback[]::new);
    }

    private static void addProviders(Object tool, List<ToolCallbackProvider> providers) {
        if (tool instanceof ToolCallbackProvider provider) {
            providers.add(provider);
        } else if (tool instanceof ToolCallback callback) {
            providers.add(ToolCallbackProvider.from(callback));
        } else if (tool instanceof Collection<?> collection) {
            collection.forEach(element -> addProviders(element, providers));
        } else if (tool instanceof Object[] array) {
            Arrays.stream(array).forEach(element -> addProviders(element, providers));
        } else {
            providers.add(MethodToolCallbackProvider.builder().toolObjects(tool).build());
        }
    }

    /**
     * Returns guarded versions of these tools, and the tool for follow-up reads. Keeps tools that are guarded already.
     *
     * @param defaultConversation the conversation to which cursors are bound if the {@code ToolContext} names none
     */
    List<ToolCallback> guardAll(List<ToolCallback> tools, String defaultConversation) {
        List<ToolCallback> guarded = new ArrayList<>();
        ToolCallback readTool = null;
        for (ToolCallback tool : tools) {
            if (AgentGuard.READ_TOOL.equals(tool.getToolDefinition().name())) {
                readTool = tool;
            } else {
                addGuarded(tool, defaultConversation, guarded);
            }
        }
        guarded.add(
                readTool instanceof ReadToolCallback
                        ? readTool
                        : new ReadToolCallback(
                                agentGuard, definition(agentGuard.readTool()), defaultConversation, readTool));
        return guarded;
    }

    private void addGuarded(ToolCallback tool, String defaultConversation, List<ToolCallback> guarded) {
        // Spring AI returns the result to the program, which needs it complete
        boolean isForProgram = tool.getToolMetadata().returnDirect();
        boolean isGuarded = tool instanceof GuardedToolCallback;
        ToolDefinition definition = tool.getToolDefinition();
        AgentTool original = AgentTool.of(definition.name(), definition.description(), definition.inputSchema());
        AgentTool listed = isGuarded ? original : agentGuard.listed(original);
        if (listed == null) {
            // a policy blocks the tool
            return;
        }
        boolean isUnchanged = listed.equals(original);
        guarded.add(
                isForProgram || isGuarded
                        ? tool
                        : new GuardedToolCallback(
                                agentGuard,
                                original,
                                isUnchanged ? definition : definition(listed),
                                tool,
                                defaultConversation));
    }

    private static ToolDefinition definition(AgentTool tool) {
        return ToolDefinition.builder()
                .name(tool.name())
                .description(tool.description())
                .inputSchema(tool.inputSchema())
                .build();
    }
}
