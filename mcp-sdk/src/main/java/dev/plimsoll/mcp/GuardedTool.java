package dev.plimsoll.mcp;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.CallResult;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.SourceResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.source.PageSource;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Guard of a tool: changes its entry in the listing, and answers its calls. */
final class GuardedTool implements RequestGuard<CallToolRequest, CallToolResult> {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    private final Tool original;
    private final ListedTool entry;
    private final SdkJson sdkJson;

    GuardedTool(Tool original, SdkJson sdkJson) {
        this.original = original;
        this.entry = ListedTool.of(sdkJson.toBytes(original));
        this.sdkJson = sdkJson;
    }

    /** Returns the original entry of the tool. */
    ListedTool entry() {
        return entry;
    }

    /**
     * Returns the tool that is registered with the SDK. It has the schemas that clients see, and the SDK checks
     * arguments and results against them.
     */
    Tool listedTool(GuardContext guardContext, ClientFeatures clientFeatures) {
        Slice listed = entry.clientEntry(guardContext.policy(entry.name()), clientFeatures);
        guardContext.rules().listings().add(entry, guardContext.server(), clientFeatures, listed);
        if (listed.isSameRange(entry.entry())) {
            return original;
        }
        Tool changed = sdkJson.parseTool(listed);
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

    @SuppressWarnings("NullAway") // the SDK's record takes null for a missing schema
    private static Map<String, Object> schema(Slice tool, String name) {
        Slice schema = Members.get(tool, name);
        return schema == null ? null : JavaValue.objectFromJson(schema);
    }

    @Override
    public GuardDecision<CallToolRequest, CallToolResult> decide(
            GuardedRequest guardedRequest, CallToolRequest request) {
        Map<String, Object> requestArguments = request.arguments();
        Slice arguments = requestArguments == null ? null : sdkJson.toBytes(requestArguments);
        CallDecision callDecision = guardedRequest
                .engine()
                .classify(guardedRequest.withLearnedFeatures(guardedRequest.call(entry.name())), entry, arguments);
        if (callDecision instanceof CallDecision.Answer answer) {
            return new GuardDecision.Answer<>(
                    sdkJson.parseToolResult(answer.outcome().result()));
        }
        CallDecision.Forward forward = (CallDecision.Forward) callDecision;
        if (forward.isRestarted()) {
            LOG.log(Level.WARNING, "the tool {0} runs again because the cursor has expired", entry.name());
        }
        long startNanos = System.nanoTime();
        return new GuardDecision.Forward<>(
                toHandlerRequest(request, arguments, forward.arguments()),
                result -> guard(guardedRequest, forward, startNanos, result));
    }

    /**
     * Returns the request for the handler, without the arguments for follow-up reads. The other arguments stay the
     * same objects.
     */
    private static CallToolRequest toHandlerRequest(
            CallToolRequest request, @Nullable Slice received, @Nullable Slice sent) {
        if (received == null || sent == null || sent.isSameRange(received)) {
            return request;
        }
        Set<String> names = new HashSet<>();
        Members members = Members.of(sent);
        while (members.next()) {
            names.add(members.keyText());
        }
        Map<String, Object> arguments = new LinkedHashMap<>(request.arguments());
        arguments.keySet().retainAll(names);
        return new CallToolRequest(request.name(), arguments, request.meta());
    }

    private CallToolResult guard(
            GuardedRequest guardedRequest, CallDecision.Forward forward, long startNanos, CallToolResult result) {
        ToolCall call = guardedRequest
                .withLearnedFeatures(forward.call())
                .withSourceMillis((System.nanoTime() - startNanos) / 1_000_000);
        CallResult callResult = result.structuredContent() instanceof PageSource source
                ? new SourceResult(new LoggedSource(source, entry.name()), sdkJson::toBytes)
                : RawResult.of(sdkJson.toBytes(result));
        Outcome outcome = guardedRequest.engine().guard(call, callResult);
        return outcome instanceof Outcome.Passed && callResult instanceof RawResult
                ? sdkJson.withMeta(result, outcome.result())
                : sdkJson.parseToolResult(outcome.result());
    }
}
