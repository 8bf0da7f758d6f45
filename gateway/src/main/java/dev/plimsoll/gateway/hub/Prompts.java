package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.Names.Real;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;

/** Prompts come from the server that lists them. */
final class Prompts implements Endpoint {

    @Override
    public void answer(Message request, Flight flight, Talk talk) throws HubFault {
        String name = ObjectEdit.textIn(request.params(), "name", 1024);
        Real real = real(name == null ? "" : name, request, talk);
        Spoke spoke = talk.spoke(real.server());
        send(spoke, Calls.named(request, real.name()), flight, new AppReply(spoke, flight));
    }

    /** What this name of a prompt leads to. */
    static Real real(String name, Message request, Talk talk) throws HubFault {
        Real real = talk.circle().prompts().get(name);
        if (real != null) {
            return real;
        }
        List<String> names = Learning.learn(talk.spokes(), Kind.PROMPTS, Learning.params(request));
        Real learned = talk.circle().prompts().get(name);
        if (learned == null) {
            throw new HubFault(Fault.of(new RefusedException(
                            ErrorCode.NOT_FOUND,
                            "no server has a prompt of this name",
                            Learning.suggestion(name, names, null))
                    .detail("prompt", name)));
        }
        return learned;
    }

    /** To the server; an error of the protocol says where that is not there. */
    static void send(Spoke spoke, Slice body, Flight flight) {
        send(spoke, body, flight, flight);
    }

    private static void send(Spoke spoke, Slice body, Flight flight, Live.Waiter waiter) {
        try {
            Live live = spoke.ready();
            flight.goes(live);
            if (!flight.isOver()) {
                live.hear(body, waiter);
            }
        } catch (RefusedException e) {
            flight.fault(Fault.of(e));
        }
    }
}
