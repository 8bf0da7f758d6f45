package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.HubNames.Real;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;

/** Forwards {@code prompts/get} to the server that lists the prompt. */
final class PromptHandler implements HubMethodHandler {

    @Override
    public void answer(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException {
        String name = ObjectEdit.textIn(request.params(), "name", 1024);
        Real real = real(name == null ? "" : name, request, hubSession);
        ServerLink serverLink = hubSession.spoke(real.server());
        send(
                serverLink,
                CallHandler.named(request, real.name()),
                hubRequest,
                new AppResourceResponse(serverLink, hubRequest));
    }

    /** Returns the server and its own name for this prompt. */
    static Real real(String name, Message request, HubSession hubSession) throws HubErrorException {
        Real real = hubSession.circle().prompts().get(name);
        if (real != null) {
            return real;
        }
        List<String> names = ListingLoader.learn(hubSession.spokes(), ListKind.PROMPTS, ListingLoader.params(request));
        Real learned = hubSession.circle().prompts().get(name);
        if (learned == null) {
            throw new HubErrorException(ErrorObject.of(new RefusedException(
                            ErrorCode.NOT_FOUND,
                            "no server has a prompt with this name",
                            ListingLoader.suggestion(name, names, null))
                    .detail("prompt", name)));
        }
        return learned;
    }

    /** Forwards the request to the server, or answers with a JSON-RPC error if the server is unavailable. */
    static void send(ServerLink serverLink, Slice body, HubRequest hubRequest) {
        send(serverLink, body, hubRequest, hubRequest);
    }

    private static void send(ServerLink serverLink, Slice body, HubRequest hubRequest, OpenLink.Waiter waiter) {
        try {
            OpenLink openLink = serverLink.ready();
            hubRequest.goes(openLink);
            if (!hubRequest.isOver()) {
                openLink.hear(body, waiter);
            }
        } catch (RefusedException e) {
            hubRequest.fault(ErrorObject.of(e));
        }
    }
}
