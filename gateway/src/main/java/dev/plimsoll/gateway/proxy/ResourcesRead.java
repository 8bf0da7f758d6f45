package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Guarded;
import dev.plimsoll.app.AppPage;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;

/** Resources: ours are read from what is kept, the server's are guarded as a tool's results are. */
final class ResourcesRead implements Endpoint {

    private static final String OURS = "plimsoll://";
    private static final String ENDPOINT = "resources/read";
    private static final int NOT_FOUND = -32002;

    @Override
    public Route route(Message request, Conversation conversation) {
        String uri = ObjectEdit.textIn(request.params(), "uri", 65_536);
        if (uri == null) {
            return Admission.orUnclear(Route.THROUGH, conversation);
        }
        ToolCall call = conversation.call(ENDPOINT, request);
        if (uri.startsWith(OURS)) {
            return new Route.Here(() -> ours(call, uri, conversation));
        }
        if (AppPage.isAddress(uri)) {
            conversation.clientReadsAppPage();
        }
        Route refused = Admission.refusedReading(call, conversation);
        if (refused != null) {
            return refused;
        }
        return new Route.Onward(
                null, new Timed(conversation, call, (timed, result) -> guarded(timed, uri, result, conversation)));
    }

    private static Slice guarded(ToolCall call, String uri, Slice result, Conversation conversation) {
        Guarded guarded = conversation.engine().guardResource(call, uri, result);
        if (guarded.receipt().why().equals(AppPage.REASON)) {
            conversation.clientReadsAppPage();
        }
        return guarded.result();
    }

    private static Slice ours(ToolCall call, String uri, Conversation conversation) {
        try {
            return conversation.engine().resource(call, uri);
        } catch (RefusedException refused) {
            int code = call.client().anyStructured() ? Fault.INVALID_PARAMS : NOT_FOUND;
            throw new FaultException(new Fault(code, refused));
        }
    }
}
