package dev.plimsoll.mcp;

import dev.plimsoll.CallDecision;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ReadTool;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;

/** The tool {@code plimsoll_read}, which answers follow-up reads. No other handler runs for it. */
record FollowUpTool(GuardContext reception) implements RequestGuard<CallToolRequest, CallToolResult> {

    Tool shown() {
        return reception.wire().tool(ReadTool.entry(reception.client()));
    }

    @Override
    public GuardDecision<CallToolRequest, CallToolResult> meet(GuardedRequest guardedRequest, CallToolRequest request) {
        Map<String, Object> requestArguments = request.arguments();
        Slice arguments = reception.wire().bytes(requestArguments == null ? Map.of() : requestArguments);
        CallDecision callDecision = guardedRequest
                .engine()
                .intake(guardedRequest.call(reception.client().readTool()), null, arguments);
        return new GuardDecision.Here<>(reception
                .wire()
                .toolResult(((CallDecision.Answer) callDecision).guarded().result()));
    }
}
