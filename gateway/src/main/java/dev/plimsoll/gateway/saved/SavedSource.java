package dev.plimsoll.gateway.saved;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SavedKeys;

/**
 * One server of an endpoint, as one caller uses it.
 *
 * @param server current name of the server
 */
public record SavedSource(String server, CallerContext context) {

    ViewOwner owner() {
        return ViewOwner.of(context);
    }

    /** Returns whether a cursor reads a result of this server. */
    boolean owns(String cursor) {
        return context.engine().findServer(call(), cursor) != null;
    }

    /** Returns a call of no particular tool, for stored results. */
    ToolCall call() {
        return ToolCall.of(server, "", context.caller()).withSettings(context.settings());
    }

    Policy policy(String tool) {
        return context.policies().of(server, tool).policy();
    }

    /** Returns whether the policy allows views of a tool. */
    boolean allowsViews(String tool) {
        return policy(tool).get(SavedKeys.SAVED);
    }
}
