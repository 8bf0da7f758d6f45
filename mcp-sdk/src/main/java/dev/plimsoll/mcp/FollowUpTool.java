package dev.plimsoll.mcp;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ReadTool;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;

/** The tool {@code plimsoll_read}. It answers follow-up reads itself, without another handler. */
record FollowUpTool(GuardContext guardContext) implements RequestGuard<CallToolRequest, CallToolResult> {

    Tool listedTool() {
        return guardContext
                .sdkJson()
                .parseTool(ReadTool.entry(
                        guardContext.client(), false, guardContext.rules().policies()));
    }

    @Override
    public GuardDecision<CallToolRequest, CallToolResult> decide(
            GuardedRequest guardedRequest, CallToolRequest request) {
        Map<String, Object> requestArguments = request.arguments();
        Slice arguments = guardContext.sdkJson().toBytes(requestArguments == null ? Map.of() : requestArguments);
        CallDecision callDecision = guardedRequest
                .engine()
                .classify(guardedRequest.call(guardContext.client().readTool()), null, arguments);
        return new GuardDecision.Answer<>(guardContext
                .sdkJson()
                .parseToolResult(((CallDecision.Answer) callDecision).outcome().result()));
    }
}
