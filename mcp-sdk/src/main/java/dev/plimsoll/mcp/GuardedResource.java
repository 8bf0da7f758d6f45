package dev.plimsoll.mcp;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;

/** Guard of the resources of a server. In policies, all resources together have the name {@code resources/read}. */
record GuardedResource(SdkJson sdkJson) implements RequestGuard<ReadResourceRequest, ReadResourceResult> {

    static final String NAME_IN_POLICIES = "resources/read";

    @Override
    public GuardDecision<ReadResourceRequest, ReadResourceResult> decide(
            GuardedRequest guardedRequest, ReadResourceRequest request) {
        ToolCall call = guardedRequest.call(NAME_IN_POLICIES).withHints(ToolHints.READ_ONLY);
        try {
            guardedRequest.engine().requireCall(call);
        } catch (RefusedException refused) {
            throw SdkJson.error(ErrorCodes.INVALID_PARAMS, refused);
        }
        if (AppPage.isAppUri(request.uri())) {
            guardedRequest.recordAppPageRead();
        }
        return new GuardDecision.Forward<>(request, result -> guardResult(guardedRequest, call, request.uri(), result));
    }

    private ReadResourceResult guardResult(
            GuardedRequest guardedRequest, ToolCall call, String uri, ReadResourceResult result) {
        try {
            Outcome outcome = guardedRequest.engine().guardResource(call, uri, sdkJson.toBytes(result));
            if (outcome.receipt().reason().equals(AppPage.REASON)) {
                guardedRequest.recordAppPageRead();
            }
            boolean isUnchanged = outcome instanceof Outcome.Passed;
            return isUnchanged ? result : sdkJson.parseResource(outcome.result());
        } catch (RefusedException refused) {
            throw SdkJson.error(ErrorCodes.INTERNAL_ERROR, refused);
        }
    }
}
