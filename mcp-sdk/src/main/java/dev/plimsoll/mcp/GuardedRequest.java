package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.model.ToolCall;

/**
 * A request's sender at the guard.
 *
 * @param engine which knows what this caller may do
 * @param asking what is known of the call before it is known what is called
 * @param apps the sessions whose clients show apps without declaring it
 */
record GuardedRequest(Plimsoll engine, ToolCall asking, AppSessions apps) {

    ToolCall call(String tool) {
        return asking.withTool(tool);
    }

    /** The client has read an app page. In a session that says as much as declaring the extension. */
    void readsAppPage() {
        apps.add(asking.session());
    }

    /** Returns the call with what has become known since it was made: hosts often read the app page meanwhile. */
    ToolCall updated(ToolCall call) {
        boolean shows = !call.client().apps() && apps.contains(call.session());
        return shows ? call.withClient(call.client().withApps(true)) : call;
    }
}
