package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.handle.HandleToolEntry;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.HandleUse;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.tokens.TokenCounter;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the handles in the arguments of a tool call with the values that their cursors read, if a rule for
 * the tool allows handles.
 */
final class HandleArguments {

    private HandleArguments() {}

    /**
     * Returns whether the policy of the tool has handles turned on. Handles in a call may still be refused, if the tool
     * may change something. In calls of programs, nothing is replaced: programs use results as variables.
     */
    static boolean isTurnedOn(String tool, RelaySession relaySession) {
        return !relaySession.isInner() && policyOf(tool, relaySession).policy().get(Policy.HANDLES) != HandleUse.FALSE;
    }

    private static ToolPolicy policyOf(String tool, RelaySession relaySession) {
        return relaySession.policies().forTool(relaySession.server(), tool);
    }

    /** Returns whether the policy allows handles for this tool; with {@code handles: true}, only if it is read-only. */
    private static boolean isAllowed(ToolPolicy policy, @Nullable ListedTool tool) {
        return switch (policy.policy().get(Policy.HANDLES)) {
            case FALSE -> false;
            case TRUE -> policy.isReadOnly(tool == null ? null : tool.hints().readOnly());
            case WRITE -> true;
        };
    }

    /** Returns the entry of a tool; adds an explanation of handles if the tool's policy allows them. */
    static Slice entry(Slice entry, ListedTool tool, RelaySession relaySession) {
        return relaySession.isInner() ? entry : entry(entry, tool, policyOf(tool.name(), relaySession));
    }

    /** Returns the entry of a tool; adds an explanation of handles if the given policy allows them. */
    static Slice entry(Slice entry, ListedTool tool, ToolPolicy policy) {
        return isAllowed(policy, tool) ? HandleToolEntry.withHandles(entry) : entry;
    }

    /**
     * Arguments with values in place of handles.
     *
     * @param arguments the new arguments; the same slice as before if there were no handles
     * @param handles the number and size of the replaced handles
     */
    record ReplacedArguments(Slice arguments, ReplacedHandles handles) {}

    /**
     * Replaces the handles in the arguments of a call.
     *
     * @param tool the tool's entry; null if the server does not list it
     * @throws RefusedException if a handle is not valid or not allowed
     */
    static ReplacedArguments replace(
            ToolCall call, @Nullable ListedTool tool, Slice arguments, RelaySession relaySession) {
        if (!isTurnedOn(call.tool(), relaySession) || !HandleReplacer.hasHandles(arguments)) {
            return new ReplacedArguments(arguments, ReplacedHandles.NONE);
        }
        ToolPolicy toolPolicy = policyOf(call.tool(), relaySession);
        if (!isAllowed(toolPolicy, tool)) {
            throw new RefusedException(
                            ErrorCode.FORBIDDEN,
                            call.tool()
                                    + " may change something, but its rule has handles: true, which is for tools that only read",
                            "send the value itself; or ask the operator of Plimsoll for a rule with handles: write")
                    .detail("tool", call.tool());
        }
        Policy policy = toolPolicy.policy();
        QueryLimits limits = new QueryLimits(
                policy.get(Policy.QUERY_TIME_MS),
                policy.get(Policy.QUERY_STEPS),
                policy.get(Policy.QUERY_MEMORY),
                policy.get(Policy.QUERY_OUTPUT));
        Slice schema = tool == null ? null : ObjectEdit.objectIn(tool.entry(), "inputSchema");
        TokenCounter counter = policy.get(Policy.ESTIMATOR).fastCounter();
        HandleReplacer replacer = new HandleReplacer(
                cursor -> findTarget(cursor, call, tool, policy, relaySession), schema, limits, counter::count);
        Slice replacedArguments = replaceAsHeavyWork(replacer, call, arguments, relaySession);
        if (replacer.replacedHandles().count() > 0) {
            logReplacement(call, replacer, relaySession);
        }
        return new ReplacedArguments(replacedArguments, replacer.replacedHandles());
    }

    /**
     * Replaces the handles on the threads for heavy work, because queries and large values need much
     * processor time.
     */
    private static Slice replaceAsHeavyWork(
            HandleReplacer replacer, ToolCall call, Slice arguments, RelaySession relaySession) {
        String holder = call.settings().holder();
        Slice[] replacedArguments = {arguments};
        relaySession
                .heavyWork()
                .run(
                        holder.isEmpty() ? call.caller() : holder,
                        0,
                        () -> replacedArguments[0] = replacer.replace(arguments));
        return replacedArguments[0];
    }

    private static void logReplacement(ToolCall call, HandleReplacer replacer, RelaySession relaySession) {
        relaySession.log().log(
                LogSeverity.INFO,
                "handles replaced",
                "server",
                call.server(),
                "tool",
                call.tool(),
                "handles",
                replacer.replacedHandles().count(),
                "bytes",
                replacer.replacedHandles().bytes(),
                "from",
                String.join(",", replacer.servers()));
    }

    private static HandleReplacer.Target findTarget(
            String cursor, ToolCall call, @Nullable ListedTool tool, Policy policy, RelaySession relaySession) {
        HandleReplacer.Target target = relaySession.findTarget(cursor);
        boolean isFromOtherServer = !target.server().equals(call.server());
        if (isFromOtherServer
                && isOpenWorld(tool)
                && !policy.get(Policy.ACCEPTS_FROM).contains(target.server())) {
            throw new RefusedException(
                    ErrorCode.FORBIDDEN,
                    call.tool() + " can carry data away, and the result came from " + target.server(),
                    "call a tool of " + target.server()
                            + "; or ask the operator of Plimsoll for a rule with acceptsFrom: ["
                            + target.server() + "]");
        }
        return target;
    }

    /** Returns whether the tool can carry data away: it says so, or its entry is unknown. */
    private static boolean isOpenWorld(@Nullable ListedTool tool) {
        Slice annotations = tool == null ? null : ObjectEdit.objectIn(tool.entry(), "annotations");
        Slice hint = annotations == null ? null : ObjectEdit.valueIn(annotations, "openWorldHint");
        return tool == null || (hint != null && hint.contentEquals(Slice.of("true")));
    }
}
