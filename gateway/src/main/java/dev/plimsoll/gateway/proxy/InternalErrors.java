package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.method.ResourcesRead;
import dev.plimsoll.gateway.proxy.request.FailureResponses;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.tool.ToolsCall;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Decides a request after an internal error. Because a defect of the gateway must not fail a call, the
 * request passes unchanged, with two exceptions. A request that may be a follow-up read is answered with an
 * error: otherwise, the client would take the server's response for a page of the stored result, and a tool
 * that changes something could run again. A request of a restricted client is refused, because it may not have
 * been checked.
 */
final class InternalErrors {

    private static final int MAX_NAME_BYTES = 1024;

    private InternalErrors() {}

    /** Logs the error, and returns what happens to the request. */
    static RequestAction decide(Message request, Throwable error, RelaySession session) {
        if (canBeFollowUpRead(request)) {
            FailureResponses.logInternalError(session.log(), error, "a read failed");
            RefusedException why = new RefusedException(ErrorCode.INTERNAL_ERROR, "internal error", "repeat the call");
            return new RequestAction.Answer(() -> {
                throw why;
            });
        }
        FailureResponses.logInternalError(
                session.log(), error, "the request passes unchanged unless its client is restricted");
        return TierCheck.allowUnlessRestricted(RequestAction.PASS, session);
    }

    /** Returns whether a request may be a follow-up read; true if that cannot be determined. */
    private static boolean canBeFollowUpRead(Message request) {
        Slice params = request.params();
        try {
            return switch (String.valueOf(request.method())) {
                case "tools/call" ->
                    params == null
                            || isReadTool(params)
                            || ToolsCall.hasCursorArgument(ObjectEdit.objectIn(params, "arguments"));
                case "resources/read" -> ResourcesRead.isSnapshotUri(ObjectEdit.textIn(params, "uri", MAX_NAME_BYTES));
                default -> false;
            };
        } catch (RuntimeException | VirtualMachineError e) {
            return true;
        }
    }

    /** Returns whether the tool is Plimsoll's read tool, possibly with the prefix that tools have in the hub. */
    private static boolean isReadTool(@Nullable Slice params) {
        String name = ObjectEdit.textIn(params, "name", MAX_NAME_BYTES);
        return name != null && name.endsWith(ClientFeatures.READ_TOOL);
    }
}
