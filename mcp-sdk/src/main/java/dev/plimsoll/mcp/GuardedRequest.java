package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.ToolCall;

/**
 * Request with its caller, for the guards of tools, resources, and prompts.
 *
 * @param engine the engine
 * @param callTemplate the call without the name of the tool, with the permissions of the caller and the
 * policies in force
 * @param apps the sessions whose clients show apps, although they have not declared this
 */
record GuardedRequest(Plimsoll engine, ToolCall callTemplate, AppSessions apps) {

    ToolCall call(String tool) {
        return callTemplate.withTool(tool);
    }

    /**
     * Records that the client has read an app page. For the session, this has the same effect as if the client had
     * declared the extension.
     */
    void recordAppPageRead() {
        apps.add(callTemplate.session());
    }

    /**
     * Returns the call with client features that became known during the call, because hosts often read the app page
     * while a call runs.
     */
    ToolCall withLearnedFeatures(ToolCall call) {
        boolean hasLearnedApps = !call.client().hasApps() && apps.contains(call.session());
        return hasLearnedApps ? call.withClient(call.client().withApps(true)) : call;
    }
}
