package dev.plimsoll.servlet.message;

import dev.plimsoll.app.AppExtension;
import dev.plimsoll.json.Slice;

/**
 * Records the capabilities of client and server from {@code initialize} or {@code server/discover}. The result passes unchanged.
 *
 * @param client name of the client; empty if it declares none
 */
record InitializeResponseHandler(GuardedServer server, String client, boolean canShowApps) implements ResponseHandler {

    static RequestDecision decide(GuardedServer server, ClientMessage request) {
        Slice params = request.params();
        String name = JsonObjects.findText(JsonObjects.findObject(params, "clientInfo"), "name");
        boolean canShowApps = AppExtension.isDeclared(JsonObjects.findValue(params, "capabilities"));
        return new RequestDecision.Forward(
                null, new InitializeResponseHandler(server, name == null ? "" : name, canShowApps));
    }

    @Override
    public Slice onResult(Slice result, String session) {
        if (JsonObjects.findObject(JsonObjects.findObject(result, "capabilities"), "resources") != null) {
            server.recordResources();
        }
        String revision = JsonObjects.findText(result, "protocolVersion");
        server.sessions().put(session, new ClientSessions.Facts(client, revision, canShowApps));
        return result;
    }
}
