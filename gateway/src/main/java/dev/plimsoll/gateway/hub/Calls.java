package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.Names.Real;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls of tools go to the server that lists them, under the name that they have there. */
final class Calls implements Endpoint {

    private static final int LONGEST_NAME = 1024;

    @Override
    public void answer(Message request, Flight flight, Talk talk) throws HubFault {
        String name = ObjectEdit.textIn(request.params(), "name", LONGEST_NAME);
        if (name == null) {
            throw new HubFault(Fault.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "name is missing or no name",
                            "the name of a tool that is listed")
                    .detail("argument", "name")));
        }
        if (name.equals(Client.READ_TOOL)) {
            Reading.answer(request, flight, talk);
            return;
        }
        Real real = talk.circle().tools().get(name);
        if (real == null && talk.spokes().stream().allMatch(spoke -> Learning.hasLearned(spoke, Kind.TOOLS))) {
            real = ofApp(name, talk);
        }
        if (real == null) {
            List<String> names = Learning.learn(talk.spokes(), Kind.TOOLS, Learning.params(request));
            real = talk.circle().tools().get(name);
            real = real == null ? ofApp(name, talk) : real;
            if (real == null) {
                unknown(name, names, request, flight, talk);
                return;
            }
        }
        Slice params = request.params();
        boolean mayBeTask = talk.modern() || (params != null && ObjectEdit.valueIn(params, "task") != null);
        forward(talk.spoke(real.server()), named(request, real.name()), flight, mayBeTask);
    }

    /** Apps call the tools of their own server, under the names that they have there; null when that is not one server. */
    private static @Nullable Real ofApp(String name, Talk talk) {
        List<Integer> servers = talk.circle().appTools().servers(name);
        return servers.size() == 1 ? new Real(servers.get(0), name) : null;
    }

    /** Nobody lists it, which may be because its server was never there. */
    private static void unknown(String name, List<String> names, Message request, Flight flight, Talk talk) {
        for (Spoke spoke : talk.spokes()) {
            if (name.startsWith(spoke.name() + "__") && !Learning.hasLearned(spoke, Kind.TOOLS)) {
                try {
                    var _ = spoke.ready();
                } catch (RefusedException e) {
                    spoke.refuse(request, e, flight);
                    return;
                }
            }
        }
        List<String> ofApps = talk.circle().appTools().servers(name).stream()
                .map(server -> talk.circle().tools().shown(server, name))
                .toList();
        talk.spoke(0).refuseForAll(request, ofApps.isEmpty() ? unknown(name, names) : several(name, ofApps), flight);
    }

    private static RefusedException several(String name, List<String> names) {
        return new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "several servers have a tool of this name for their apps: " + String.join(", ", names),
                        String.join(" or ", names))
                .detail("tool", name);
    }

    private static RefusedException unknown(String name, List<String> names) {
        return new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "no server has a tool of this name",
                        Learning.suggestion(name, names, names.isEmpty() ? "tools/list, in a moment" : null))
                .detail("tool", name);
    }

    /** To the server, or, where that is not there, to why it is not. */
    static void forward(Spoke spoke, Slice body, Flight flight, boolean mayBeTask) {
        Live live;
        try {
            live = spoke.ready();
        } catch (RefusedException e) {
            spoke.refuse(Objects.requireNonNull(Message.of(body)), e, flight);
            return;
        }
        flight.goes(live);
        if (!flight.isOver()) {
            Live.Waiter waiter = mayBeTask ? new TaskWatch(spoke, flight) : flight;
            boolean apps = spoke.circle().appTools().hasApps(spoke.index());
            live.hear(body, apps ? new AppReply(spoke, waiter) : waiter);
        }
    }

    /** The request with another name in it. */
    static Slice named(Message request, String name) {
        Slice params = Objects.requireNonNull(request.params());
        Slice changed =
                ObjectEdit.with(params, "name", new ByteSink().string(name).slice());
        return Message.joined(request.with(params, List.of(changed)));
    }
}
