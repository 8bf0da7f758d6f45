package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.gateway.proxy.request.ClientName;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;

/**
 * Handles {@code initialize} and {@code server/discover}: records what client and server declare. Adds the
 * capability {@code resources} to the server's result, for clients that may read Plimsoll's links.
 */
final class InitializeHandler implements MethodHandler {

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        Slice params = request.params();
        if (params != null) {
            relaySession.setClientName(ClientName.ofInitialize(params));
        }
        Slice capabilities = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
        if (capabilities != null) {
            relaySession.setClientCapabilities(capabilities);
        }
        String client = params == null || Members.get(params, "clientInfo") == null
                ? ClientName.of(request)
                : ClientName.ofInitialize(params);
        return new RequestAction.Forward(null, result -> handleResult(result, client, relaySession));
    }

    private static Slice handleResult(Slice result, String client, RelaySession relaySession) {
        if (Json.type(result) != JsonType.OBJECT) {
            return result;
        }
        String revision = ObjectEdit.textIn(result, "protocolVersion", 64);
        if (revision != null) {
            relaySession.setRevision(revision);
        }
        Slice capabilities = ObjectEdit.objectIn(result, "capabilities");
        if (capabilities == null) {
            return result;
        }
        relaySession.setServerCapabilities(capabilities);
        boolean hasLinks = revision == null || Revision.of(revision).hasResourceLinks();
        boolean needsResources =
                hasLinks && relaySession.canReadLinks(client) && Members.get(capabilities, "tools") != null;
        if (!needsResources || Members.get(capabilities, "resources") != null) {
            return result;
        }
        return ObjectEdit.with(result, "capabilities", ObjectEdit.with(capabilities, "resources", Slice.of("{}")));
    }
}
