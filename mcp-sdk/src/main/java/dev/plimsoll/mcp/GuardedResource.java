package dev.plimsoll.mcp;

import dev.plimsoll.Guarded;
import dev.plimsoll.app.AppPage;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.telemetry.Outcome;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;

/** Resources of the server. Policies call them {@code resources/read}, whatever their URI. */
record GuardedResource(Wire wire) implements Judge<ReadResourceRequest, ReadResourceResult> {

    static final String ENDPOINT = "resources/read";

    @Override
    public Step<ReadResourceRequest, ReadResourceResult> meet(Visitor visitor, ReadResourceRequest request) {
        ToolCall call = visitor.call(ENDPOINT).withHints(ToolHints.READS);
        try {
            visitor.engine().requireCall(call);
        } catch (RefusedException refused) {
            throw Wire.error(ErrorCodes.INVALID_PARAMS, refused);
        }
        if (AppPage.isAddress(request.uri())) {
            visitor.readsAppPage();
        }
        return new Step.Onward<>(request, result -> guarded(visitor, call, request.uri(), result));
    }

    private ReadResourceResult guarded(Visitor visitor, ToolCall call, String uri, ReadResourceResult result) {
        try {
            Guarded guarded = visitor.engine().guardResource(call, uri, wire.bytes(result));
            if (guarded.receipt().why().equals(AppPage.REASON)) {
                visitor.readsAppPage();
            }
            boolean passed = guarded.receipt().outcome() == Outcome.PASSED;
            return passed ? result : wire.resource(guarded.result());
        } catch (RefusedException refused) {
            throw Wire.error(ErrorCodes.INTERNAL_ERROR, refused);
        }
    }
}
