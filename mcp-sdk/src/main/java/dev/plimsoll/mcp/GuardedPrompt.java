package dev.plimsoll.mcp;

import dev.plimsoll.Guarded;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.telemetry.Outcome;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;

/** Prompts. Policies call them {@code prompts/get}, whatever their name. */
record GuardedPrompt(Wire wire) implements Judge<GetPromptRequest, GetPromptResult> {

    private static final String ENDPOINT = "prompts/get";

    @Override
    public Step<GetPromptRequest, GetPromptResult> meet(Visitor visitor, GetPromptRequest request) {
        ToolCall call = visitor.call(ENDPOINT).withHints(ToolHints.READS);
        try {
            visitor.engine().requireCall(call);
        } catch (RefusedException refused) {
            throw Wire.error(ErrorCodes.INVALID_PARAMS, refused);
        }
        return new Step.Onward<>(request, result -> guarded(visitor, call, result));
    }

    private GetPromptResult guarded(Visitor visitor, ToolCall call, GetPromptResult result) {
        try {
            Guarded guarded = visitor.engine().guardPrompt(call, wire.bytes(result));
            boolean passed = guarded.receipt().outcome() == Outcome.PASSED;
            return passed ? result : wire.prompt(guarded.result());
        } catch (RefusedException refused) {
            throw Wire.error(ErrorCodes.INTERNAL_ERROR, refused);
        }
    }
}
