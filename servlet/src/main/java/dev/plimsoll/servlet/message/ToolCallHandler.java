package dev.plimsoll.servlet.message;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.schema.ListedTool;
import org.jspecify.annotations.Nullable;

/** Handles {@code tools/call}: answers follow-up reads, and guards the results of other calls. */
record ToolCallHandler(GuardedServer server) {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    RequestDecision decide(ClientMessage request, Slice id, MessageSender sender) {
        Slice params = request.params();
        String name = JsonObjects.findText(params, "name");
        if (params == null || name == null) {
            return server.isRestricted(sender)
                    ? new RequestDecision.Answer(JsonRpc.error(id, JsonRpc.INVALID_PARAMS, missingName()))
                    : RequestDecision.PASS;
        }
        ListedTool tool = server.tools().find(name);
        ToolCall call = server.toCall(request, sender, name).withHints(tool == null ? ToolHints.UNKNOWN : tool.hints());
        Slice arguments = JsonObjects.findObject(params, "arguments");
        boolean isRead = name.equals(call.client().readTool());
        // if the server uses Plimsoll itself, the cursor shows which of the two answers the read
        boolean isOwnRead =
                isRead && (tool == null || (arguments != null && server.engine().ownsCursor(call, arguments)));
        if (isRead && !isOwnRead) {
            return new RequestDecision.Forward(null, new ToolResultHandler(server, call, System.nanoTime()));
        }
        CallDecision decision = server.engine().classify(call, isOwnRead ? null : tool, arguments);
        if (decision instanceof CallDecision.Answer answer) {
            return new RequestDecision.Answer(
                    JsonRpc.result(id, answer.outcome().result()));
        }
        CallDecision.Forward forward = (CallDecision.Forward) decision;
        if (forward.isRestarted()) {
            LOG.log(System.Logger.Level.WARNING, "the tool {0} runs again because the cursor has expired", name);
        }
        return new RequestDecision.Forward(
                changedParams(params, arguments, forward.arguments()),
                new ToolResultHandler(server, forward.call(), System.nanoTime()));
    }

    private static @Nullable Slice changedParams(Slice params, @Nullable Slice received, @Nullable Slice merged) {
        boolean isChanged = merged != null && (received == null || !merged.isSameRange(received));
        return isChanged && merged != null ? JsonObjects.withMember(params, "arguments", merged) : null;
    }

    private static RefusedException missingName() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST, "tools/call needs the name of a tool", "a tool that tools/list shows");
    }

    /**
     * Guards the result of one call.
     *
     * @param startNanos {@link System#nanoTime()} when the call was sent
     */
    private record ToolResultHandler(GuardedServer server, ToolCall call, long startNanos) implements ResponseHandler {

        @Override
        public Slice onResult(Slice result, String session) {
            if ("input_required".equals(JsonObjects.findText(result, "resultType"))) {
                return result; // an input request of the server, not the result
            }
            ToolCall timed =
                    server.withLearnedFeatures(call).withSourceMillis((System.nanoTime() - startNanos) / 1_000_000);
            return server.engine().guard(timed, RawResult.of(result)).result();
        }

        @Override
        public void onError(Slice error) {
            server.engine().recordServerError(call, error);
        }

        @Override
        public Slice onRefusal(RefusedException refused) {
            return server.engine().refuse(call, refused).result();
        }
    }
}
