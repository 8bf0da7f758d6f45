package dev.plimsoll.gateway.show;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotOrigin;

/**
 * The stored results of one server that one caller can read. An app cursor is the cursor that the app page
 * gets in place of the model's cursor: only the page can read with it.
 *
 * @param server name of the server
 */
public record ServerResults(String server, CallerContext context) {

    private ToolCall createCall() {
        return ToolCall.of(server, "", context.caller()).withSettings(context.settings());
    }

    /** Returns whether a cursor reads a result of this server. */
    boolean ownsCursor(String cursor) {
        return context.engine().findServer(createCall(), cursor) != null;
    }

    /** Returns whether an app cursor reads a result of this server. */
    boolean ownsAppCursor(String appCursor) {
        return context.engine().ownsAppCursor(createCall(), appCursor);
    }

    /** Returns the app cursor for the result of a cursor. */
    String appCursor(String cursor) {
        return context.engine().appCursor(createCall(), cursor);
    }

    /**
     * Returns the server and the tool of the result that an app cursor reads. Throws if the caller may not
     * read it now.
     */
    SnapshotOrigin findOrigin(String appCursor) {
        return context.engine().appOrigin(createCall(), appCursor);
    }

    Document readDocument(String appCursor, Slice arguments) {
        return context.engine().appDocument(createCall(), appCursor, arguments);
    }

    /** Returns the budget of an answer of the tool, in tokens. */
    int budget(SnapshotOrigin origin, String client) {
        Policy policy = context.policies()
                .forTool(origin.server(), origin.tool(), client)
                .policy();
        return policy.get(Policy.TOKEN_BUDGET_THRESHOLD);
    }
}
