package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.ToolCall;

/**
 * A request at the guard, with its sender.
 *
 * @param engine the engine
 * @param callTemplate the call without its tool name, with the permissions of its caller and the policies in force
 * @param apps the sessions whose clients show apps without declaring it
 */
record GuardedRequest(Plimsoll engine, ToolCall callTemplate, AppSessions apps) {

    ToolCall call(String tool) {
        return callTemplate.withTool(tool);
    }

    /** Records that the client has read an app page. In a session, this counts like a declaration of the extension. */
    void recordAppPageRead() {
        apps.add(callTemplate.session());
    }

    /** Returns the call with the features learned since it started: hosts often read the app page during the call. */
    ToolCall withLearnedFeatures(ToolCall call) {
        boolean showsApps = !call.client().apps() && apps.contains(call.session());
        return showsApps ? call.withClient(call.client().withApps(true)) : call;
    }
}
