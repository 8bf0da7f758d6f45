package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.Names.Real;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;

/** What may stand in an argument of a prompt or in a template says the server that lists it. */
final class Completion implements Endpoint {

    @Override
    public void answer(Message request, Flight flight, Talk talk) throws HubFault, IOException {
        Slice params = request.params();
        Slice ref = params == null ? null : ObjectEdit.objectIn(params, "ref");
        String name = ObjectEdit.textIn(ref, "name", 1024);
        if (params != null && ref != null && name != null) {
            Real real = Prompts.real(name, request, talk);
            Slice named = ObjectEdit.with(
                    ref, "name", new ByteSink().string(real.name()).slice());
            Slice changed = ObjectEdit.with(params, "ref", named);
            Prompts.send(talk.spoke(real.server()), Message.joined(request.with(params, List.of(changed))), flight);
            return;
        }
        String uri = ObjectEdit.textIn(ref, "uri", 65_536);
        new Trying(request, flight).inOrder(ResourceRequests.order(uri, request, talk));
    }
}
