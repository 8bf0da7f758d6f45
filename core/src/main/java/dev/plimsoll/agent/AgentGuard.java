package dev.plimsoll.agent;

import dev.plimsoll.LibraryEngine;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ReadTool;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Guard for the tools of an agent: it keeps long results out of the context window of its model. Adapters for frameworks pass the calls
 * of all tools through it, and add {@link #readTool()} to the tools. Each call names the memory that it belongs to, such as
 * the ID of a conversation: what one memory stores, no other memory can read. Thread-safe; several agents may share one guard.
 */
public final class AgentGuard implements AutoCloseable {

    /** Name of the tool for follow-up reads. */
    public static final String READ_TOOL = ClientFeatures.READ_TOOL;

    private static final String CALLER_PREFIX = "agent/";

    private final Plimsoll engine;
    private final LibraryEngine library;
    private final String name;
    private final ClientFeatures client;
    private final AgentTool readTool;

    AgentGuard(LibraryEngine library, String name) {
        this.engine = library.engine();
        this.library = library;
        this.name = name;
        // the model gets text only, and nothing resolves links
        this.client = ClientFeatures.old();
        this.readTool = AgentTool.of(ReadTool.entry(client, false, engine.policies()));
    }

    /** Creates a guard with default settings: 4,000 tokens per answer, and snapshots in memory for 15 minutes. */
    public static AgentGuard withDefaults() {
        return builder().build();
    }

    public static AgentGuardBuilder builder() {
        return new AgentGuardBuilder();
    }

    /** Returns the tool for follow-up reads. */
    public AgentTool readTool() {
        return readTool;
    }

    /**
     * Returns the tool as the model sees it: unchanged, except that a heavy tool also has the arguments for follow-up reads.
     * Returns null if a policy blocks the tool.
     */
    public @Nullable AgentTool listed(AgentTool tool) {
        try {
            engine.requireCall(call(tool.name(), "").withHints(tool.entry().hints()));
        } catch (RefusedException blocked) {
            return null;
        }
        ToolPolicy policy = engine.policies().forTool(name, tool.name());
        Slice listed = tool.entry().clientEntry(policy, client);
        return listed.isSameRange(tool.entry().entry()) ? tool : AgentTool.of(listed);
    }

    /**
     * Returns the answer to a call: the same object that the tool returned, or another one in its place. Exceptions of the tool
     * pass through.
     *
     * @param tool the original tool
     * @param memory the memory that the call belongs to; empty if there is only one
     * @param arguments the JSON object of arguments, as the model sent it
     * @param execution runs the tool with the arguments that are not Plimsoll's own
     */
    public AgentAnswer call(AgentTool tool, String memory, String arguments, Function<String, AgentAnswer> execution) {
        Slice received = Slice.of(arguments);
        boolean isObject = ToolTexts.isObject(received);
        CallDecision decision = engine.classify(call(tool.name(), memory), tool.entry(), isObject ? received : null);
        if (decision instanceof CallDecision.Answer answer) {
            return ToolTexts.toAnswer(answer.outcome().result());
        }
        CallDecision.Forward forward = (CallDecision.Forward) decision;
        Slice forwarded = forward.arguments();
        String toolArguments = forwarded == null || forwarded.isSameRange(received) ? arguments : forwarded.utf8();
        long startNanos = System.nanoTime();
        AgentAnswer result = execution.apply(toolArguments);
        ToolCall call = forward.call().withSourceMillis((System.nanoTime() - startNanos) / 1_000_000);
        Outcome outcome = engine.guard(call, RawResult.of(ToolTexts.toResult(result)));
        return outcome instanceof Outcome.Passed ? result : ToolTexts.toAnswer(outcome.result());
    }

    /** Returns the answer to a call of {@link #readTool()}. */
    public AgentAnswer read(String memory, String arguments) {
        Slice received = Slice.of(arguments);
        CallDecision decision =
                engine.classify(call(READ_TOOL, memory), null, ToolTexts.isObject(received) ? received : null);
        return ToolTexts.toAnswer(((CallDecision.Answer) decision).outcome().result());
    }

    /**
     * Returns whether a call of {@link #readTool()} has a cursor of this guard. If not, it may be for a server behind a gateway
     * whose tool has the same name.
     */
    public boolean ownsCursor(String memory, String arguments) {
        Slice received = Slice.of(arguments);
        return ToolTexts.isObject(received) && engine.ownsCursor(call(READ_TOOL, memory), received);
    }

    private ToolCall call(String tool, String memory) {
        return ToolCall.of(name, tool, CALLER_PREFIX + memory)
                .withClient(client)
                .withSession(memory);
    }

    /** Closes the store. Closing again does nothing. */
    @Override
    public void close() {
        library.close();
    }
}
