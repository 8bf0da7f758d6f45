package dev.plimsoll.gateway.show;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotOrigin;

/**
 * Stored results of one server that one caller can read.
 *
 * @param server name of the server
 */
public record ServerResults(String server, CallerContext context) {

    private ToolCall call() {
        return ToolCall.of(server, "", context.caller()).withSettings(context.settings());
    }

    /** Returns whether a cursor reads a result of this server. */
    boolean owns(String cursor) {
        return context.engine().findServer(call(), cursor) != null;
    }

    /** Returns whether a cursor of the app reads a result of this server. */
    boolean ownsAppCursor(String appCursor) {
        return context.engine().ownsAppCursor(call(), appCursor);
    }

    /** Returns the cursor of the app for a cursor. */
    String appCursor(String cursor) {
        return context.engine().appCursor(call(), cursor);
    }

    /** Returns the call whose result a cursor of the app reads. Refuses a cursor that the caller may not read now. */
    SnapshotOrigin origin(String appCursor) {
        return context.engine().appOrigin(call(), appCursor);
    }

    Document document(String appCursor, Slice arguments) {
        return context.engine().appDocument(call(), appCursor, arguments);
    }

    /** Returns the most tokens that a model reads at a time of a result of the tool. */
    int budget(SnapshotOrigin origin, String client) {
        Policy policy =
                context.policies().of(origin.server(), origin.tool(), client).policy();
        return policy.get(Policy.TOKEN_BUDGET_THRESHOLD);
    }
}
