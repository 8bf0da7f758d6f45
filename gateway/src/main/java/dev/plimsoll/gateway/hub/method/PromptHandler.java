package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.HubNames.Target;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;

/** Forwards {@code prompts/get} to the server that lists the prompt. */
final class PromptHandler implements HubMethodHandler {

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException {
        String name = ObjectEdit.shortText(request.param("name"), 1024);
        Target target = resolve(name == null ? "" : name, request, hubSession);
        ServerLink serverLink = hubSession.serverLink(target.server());
        forward(
                serverLink,
                CallHandler.withName(request, target.name()),
                hubRequest,
                new AppAddressListener(serverLink, hubRequest));
    }

    /** Returns the server and its own name for this prompt. */
    static Target resolve(String name, Message request, HubSession hubSession) throws HubErrorException {
        Target target = hubSession.serverGroup().prompts().find(name);
        if (target != null) {
            return target;
        }
        List<String> names =
                ListingLoader.load(hubSession.serverLinks(), ListKind.PROMPTS, ListingLoader.paramsWithMeta(request));
        Target loadedTarget = hubSession.serverGroup().prompts().find(name);
        if (loadedTarget == null) {
            throw new HubErrorException(ErrorObject.of(new RefusedException(
                            ErrorCode.NOT_FOUND,
                            "no server has a prompt with this name",
                            ListingLoader.suggestion(name, names, null))
                    .detail("prompt", name)));
        }
        return loadedTarget;
    }

    /** Forwards the request to the server, or answers with a JSON-RPC error if the server is unavailable. */
    static void forward(ServerLink serverLink, Message serverRequest, HubRequest hubRequest) {
        forward(serverLink, serverRequest, hubRequest, hubRequest);
    }

    private static void forward(
            ServerLink serverLink,
            Message serverRequest,
            HubRequest hubRequest,
            OpenLink.ResponseListener responseListener) {
        try {
            OpenLink openLink = serverLink.awaitOpen();
            hubRequest.setCurrentLink(openLink);
            if (!hubRequest.isDone()) {
                openLink.sendRequest(serverRequest, responseListener);
            }
        } catch (RefusedException e) {
            hubRequest.sendError(ErrorObject.of(e));
        }
    }
}
