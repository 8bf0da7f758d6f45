package dev.plimsoll.mcp;

import dev.plimsoll.Guarded;
import dev.plimsoll.Intake;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.telemetry.Outcome;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A tool: what it is listed as, and what becomes of its calls. Both go by the same entry. */
final class GuardedTool implements Judge<CallToolRequest, CallToolResult> {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    private final Tool original;
    private final ListedTool entry;
    private final Wire wire;

    GuardedTool(Tool original, Wire wire) {
        this.original = original;
        this.entry = ListedTool.of(wire.bytes(original));
        this.wire = wire;
    }

    /** As its author lists it. */
    ListedTool entry() {
        return entry;
    }

    /** As it is registered, so that the SDK checks arguments and results against what clients see. */
    Tool shown(Reception reception, Client client) {
        Slice listed = entry.listed(reception.policy(entry.name()), client);
        reception.rules().listings().add(entry, reception.server(), client, listed);
        if (listed.isSameRange(entry.entry())) {
            return original;
        }
        Tool changed = wire.tool(listed);
        return new Tool(
                original.name(),
                original.title(),
                changed.description(),
                schema(listed, "inputSchema"),
                schema(listed, "outputSchema"),
                original.annotations(),
                original.meta(),
                original.icons());
    }

    @SuppressWarnings("NullAway") // the SDK's record takes null for a schema that is not there
    private static Map<String, Object> schema(Slice tool, String name) {
        Slice schema = Members.get(tool, name);
        return schema == null ? null : JavaValue.object(schema);
    }

    @Override
    public Step<CallToolRequest, CallToolResult> meet(Visitor visitor, CallToolRequest request) {
        Map<String, Object> given = request.arguments();
        Slice arguments = given == null ? null : wire.bytes(given);
        Intake intake = visitor.engine().intake(visitor.updated(visitor.call(entry.name())), entry, arguments);
        if (intake instanceof Intake.Answer answer) {
            return new Step.Here<>(wire.toolResult(answer.guarded().result()));
        }
        Intake.Forward forward = (Intake.Forward) intake;
        if (forward.restarted()) {
            LOG.log(Level.WARNING, "the tool {0} runs again for a dead cursor", entry.name());
        }
        long begun = System.nanoTime();
        return new Step.Onward<>(
                onward(request, arguments, forward.arguments()), result -> guarded(visitor, forward, begun, result));
    }

    /** Without the arguments that read on; the tool's own stay the very objects that came. */
    private static CallToolRequest onward(CallToolRequest request, @Nullable Slice came, @Nullable Slice sent) {
        if (came == null || sent == null || sent.isSameRange(came)) {
            return request;
        }
        Set<String> kept = new HashSet<>();
        Members members = Members.of(sent);
        while (members.next()) {
            kept.add(members.keyText());
        }
        Map<String, Object> own = new LinkedHashMap<>(request.arguments());
        own.keySet().retainAll(kept);
        return new CallToolRequest(request.name(), own, request.meta());
    }

    private CallToolResult guarded(Visitor visitor, Intake.Forward forward, long begun, CallToolResult result) {
        ToolCall call = visitor.updated(forward.call()).withSourceMillis((System.nanoTime() - begun) / 1_000_000);
        if (result.structuredContent() instanceof PageSource source) {
            PageSource told = new ToldSource(source, entry.name());
            return wire.toolResult(visitor.engine()
                    .guard(call, told, wire::bytes, forward.asked())
                    .result());
        }
        Guarded guarded = visitor.engine().guard(call, wire.bytes(result), forward.asked());
        return guarded.receipt().outcome() == Outcome.PASSED
                ? wire.withMeta(result, guarded.result())
                : wire.toolResult(guarded.result());
    }
}
