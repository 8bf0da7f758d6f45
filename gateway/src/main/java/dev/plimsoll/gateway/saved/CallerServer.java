package dev.plimsoll.gateway.saved;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SavedKeys;

/**
 * Server of an endpoint with the context of one caller.
 *
 * @param name name of the server now; it may have had another when a view was saved
 */
public record CallerServer(String name, CallerContext context) {

    ViewOwner owner() {
        return ViewOwner.of(context);
    }

    /** Returns whether a cursor reads a result of this server. */
    boolean ownsCursor(String cursor) {
        return context.engine().findServer(readCall(), cursor) != null;
    }

    /** Returns a call without a tool, for reads of stored results. */
    ToolCall readCall() {
        return ToolCall.of(name, "", context.caller()).withSettings(context.settings());
    }

    Policy policy(String tool) {
        return context.policies().forTool(name, tool).policy();
    }

    /** Returns whether the policy allows views of a tool. */
    boolean canSaveViews(String tool) {
        return policy(tool).get(SavedKeys.SAVED);
    }
}
