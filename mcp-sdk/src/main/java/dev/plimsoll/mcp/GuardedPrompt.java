package dev.plimsoll.mcp;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;

/** Guard of the prompts of a server. In policies, all prompts together have the name {@code prompts/get}. */
record GuardedPrompt(SdkJson sdkJson) implements RequestGuard<GetPromptRequest, GetPromptResult> {

    private static final String NAME_IN_POLICIES = "prompts/get";

    @Override
    public GuardDecision<GetPromptRequest, GetPromptResult> decide(
            GuardedRequest guardedRequest, GetPromptRequest request) {
        ToolCall call = guardedRequest.call(NAME_IN_POLICIES).withHints(ToolHints.READ_ONLY);
        try {
            guardedRequest.engine().requireCall(call);
        } catch (RefusedException refused) {
            throw SdkJson.error(ErrorCodes.INVALID_PARAMS, refused);
        }
        return new GuardDecision.Forward<>(request, result -> guardResult(guardedRequest, call, result));
    }

    private GetPromptResult guardResult(GuardedRequest guardedRequest, ToolCall call, GetPromptResult result) {
        try {
            Outcome outcome = guardedRequest.engine().guardPrompt(call, sdkJson.toBytes(result));
            boolean isUnchanged = outcome instanceof Outcome.Passed;
            return isUnchanged ? result : sdkJson.parsePrompt(outcome.result());
        } catch (RefusedException refused) {
            throw SdkJson.error(ErrorCodes.INTERNAL_ERROR, refused);
        }
    }
}
