package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.HubNames.Target;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Forwards completions of prompt arguments and resource templates to the server that lists them. */
final class CompletionHandler implements HubMethodHandler {

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession)
            throws HubErrorException, IOException {
        Slice params = request.params();
        Slice ref = params == null ? null : ObjectEdit.objectIn(params, "ref");
        String name = ObjectEdit.textIn(ref, "name", 1024);
        if (params != null && ref != null && name != null) {
            Target target = PromptHandler.resolve(name, request, hubSession);
            Slice newRef = ObjectEdit.with(
                    ref, "name", new ByteSink().string(target.name()).slice());
            Slice newParams = ObjectEdit.with(params, "ref", newRef);
            PromptHandler.forward(hubSession.serverLink(target.server()), request.withParams(newParams), hubRequest);
            return;
        }
        String uri = ObjectEdit.textIn(ref, "uri", 65_536);
        new RequestFailover(request, hubRequest)
                .tryInOrder(ResourceRequests.findServersToTry(uri, request, hubSession));
    }
}
