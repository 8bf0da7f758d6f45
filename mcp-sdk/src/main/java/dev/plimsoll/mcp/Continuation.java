package dev.plimsoll.mcp;

import dev.plimsoll.Intake;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ReadTool;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;

/** The tool that reads on. No other runs for it. */
record Continuation(Reception reception) implements Judge<CallToolRequest, CallToolResult> {

    Tool shown() {
        return reception.wire().tool(ReadTool.entry(reception.client()));
    }

    @Override
    public Step<CallToolRequest, CallToolResult> meet(Visitor visitor, CallToolRequest request) {
        Map<String, Object> given = request.arguments();
        Slice arguments = reception.wire().bytes(given == null ? Map.of() : given);
        Intake intake = visitor.engine().intake(visitor.call(reception.client().readTool()), null, arguments);
        return new Step.Here<>(
                reception.wire().toolResult(((Intake.Answer) intake).guarded().result()));
    }
}
