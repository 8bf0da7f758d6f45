package dev.plimsoll.servlet.message;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;

/** Handles {@code resources/read}: answers the URIs of Plimsoll, and guards the contents of other resources. */
record ResourceReadHandler(GuardedServer server) {

    private static final String METHOD = "resources/read";
    private static final String OWN_SCHEME = "plimsoll://";

    RequestDecision decide(ClientMessage request, Slice id, MessageSender sender) {
        String uri = JsonObjects.findText(request.params(), "uri");
        ToolCall call = server.toCall(request, sender, METHOD).withHints(ToolHints.READ_ONLY);
        if (uri == null) {
            return server.isRestricted(sender)
                    ? new RequestDecision.Answer(JsonRpc.error(id, JsonRpc.INVALID_PARAMS, missingUri()))
                    : RequestDecision.PASS;
        }
        if (uri.startsWith(OWN_SCHEME) && isOwn(call, uri)) {
            return readOwn(call, id, uri);
        }
        try {
            server.engine().requireCall(call);
        } catch (RefusedException refused) {
            return new RequestDecision.Answer(JsonRpc.error(id, JsonRpc.INVALID_PARAMS, refused));
        }
        if (AppPage.isAppUri(uri)) {
            server.sessions().recordAppPageRead(sender.session());
        }
        return new RequestDecision.Forward(null, (result, session) -> guardResult(call, uri, result));
    }

    /**
     * Returns whether this engine created the URI. A server that has a read tool also uses Plimsoll, and creates such URIs,
     * too. In this case, this engine must have stored the snapshot of the URI.
     */
    private boolean isOwn(ToolCall call, String uri) {
        return server.tools().find(call.client().readTool()) == null
                || server.engine().findServer(call, uri) != null;
    }

    private RequestDecision readOwn(ToolCall call, Slice id, String uri) {
        try {
            return new RequestDecision.Answer(
                    JsonRpc.result(id, server.engine().resource(call, uri).result()));
        } catch (RefusedException refused) {
            int code = call.client().isModern() ? JsonRpc.INVALID_PARAMS : JsonRpc.RESOURCE_NOT_FOUND;
            return new RequestDecision.Answer(JsonRpc.error(id, code, refused));
        }
    }

    private Slice guardResult(ToolCall call, String uri, Slice result) {
        Outcome outcome = server.engine().guardResource(call, uri, result);
        if (outcome.receipt().reason().equals(AppPage.REASON)) {
            server.sessions().recordAppPageRead(call.session());
        }
        return outcome.result();
    }

    private static RefusedException missingUri() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST, "resources/read needs a uri", "a URI that resources/list shows");
    }
}
