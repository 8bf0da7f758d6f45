package dev.plimsoll.gateway.proxy;

import dev.plimsoll.GuardedResult;
import dev.plimsoll.app.AppPage;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;

/** Guards resources: ours are read from the snapshots, the server's are guarded like tool results. */
final class ResourcesRead implements MethodHandler {

    private static final String OURS = "plimsoll://";
    private static final String ENDPOINT = "resources/read";
    private static final int NOT_FOUND = -32002;

    @Override
    public RequestAction route(Message request, RelaySession relaySession) {
        String uri = ObjectEdit.textIn(request.params(), "uri", 65_536);
        if (uri == null) {
            return TierCheck.orUnclear(RequestAction.THROUGH, relaySession);
        }
        ToolCall call = relaySession.call(ENDPOINT, request);
        if (uri.startsWith(OURS)) {
            return new RequestAction.Here(() -> ours(call, uri, relaySession));
        }
        if (AppPage.isAppUri(uri)) {
            relaySession.clientReadsAppPage();
        }
        RequestAction refused = TierCheck.refusedReading(call, relaySession);
        if (refused != null) {
            return refused;
        }
        return new RequestAction.Onward(
                null,
                new TimedRequest(relaySession, call, (timed, result) -> guarded(timed, uri, result, relaySession)));
    }

    private static Slice guarded(ToolCall call, String uri, Slice result, RelaySession relaySession) {
        GuardedResult guardedResult = relaySession.engine().guardResource(call, uri, result);
        if (guardedResult.receipt().reason().equals(AppPage.REASON)) {
            relaySession.clientReadsAppPage();
        }
        return guardedResult.result();
    }

    private static Slice ours(ToolCall call, String uri, RelaySession relaySession) {
        try {
            return relaySession.engine().resource(call, uri);
        } catch (RefusedException refused) {
            int code = call.client().anyStructured() ? ErrorObject.INVALID_PARAMS : NOT_FOUND;
            throw new FaultException(new ErrorObject(code, refused));
        }
    }
}
