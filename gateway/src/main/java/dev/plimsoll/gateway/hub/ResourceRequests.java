package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resources come from the server that lists them; what nobody lists from the first that does not refuse. */
final class ResourceRequests implements Endpoint {

    private static final int LONGEST_URI = 65_536;

    @Override
    public void answer(Message request, Flight flight, Talk talk) throws HubFault, IOException {
        String uri = ObjectEdit.textIn(request.params(), "uri", LONGEST_URI);
        if (uri == null) {
            throw new HubFault(Fault.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "uri is missing or no text", "the uri of a resource")
                    .detail("argument", "uri")));
        }
        boolean reads = flight.method().equals("resources/read");
        if (reads && Reading.isOurs(uri)) {
            Reading.resource(uri, request, flight, talk);
            return;
        }
        Spoke answering = trying(uri, request, flight, talk);
        if (answering != null && flight.method().equals("resources/subscribe")) {
            talk.subscribed(uri, answering);
        } else if (flight.method().equals("resources/unsubscribe")) {
            talk.unsubscribed(uri);
        }
    }

    /** An app page has an address that names its server; a page itself may use its server's own. */
    private static @Nullable Spoke trying(String uri, Message request, Flight flight, Talk talk) throws IOException {
        Trying trying = new Trying(request, flight);
        Slice params = request.params();
        for (Spoke spoke : talk.spokes()) {
            String real = new AppAddresses(spoke.name()).real(uri);
            if (real != null && params != null) {
                Slice own = ObjectEdit.with(
                        params, "uri", new ByteSink().string(real).slice());
                Message itsOwn = Message.of(Message.joined(request.with(params, List.of(own))));
                if (itsOwn != null) {
                    List<? extends Spoke> others =
                            isListed(uri, talk) ? order(uri, request, flight, talk) : List.of(spoke);
                    return trying.first(spoke, itsOwn).inOrder(others);
                }
            }
        }
        return trying.inOrder(order(uri, request, flight, talk));
    }

    private static boolean isListed(String uri, Talk talk) {
        return talk.circle().resources().owner(uri) != null;
    }

    private static List<Spoke> order(String uri, Message request, Flight flight, Talk talk) {
        Spoke subscribed = flight.method().equals("resources/unsubscribe") ? talk.subscription(uri) : null;
        return subscribed == null ? order(uri, request, talk) : List.of(subscribed);
    }

    /** Who is asked for it, and then who else: who lists it alone, or whose templates fit before all others. */
    static List<Spoke> order(@Nullable String uri, Message request, Talk talk) {
        Integer owner = uri == null ? null : talk.circle().resources().owner(uri);
        if (owner != null) {
            return List.of(talk.spoke(owner));
        }
        boolean listed = uri != null && learn(Kind.RESOURCES, request, talk);
        boolean fitting = uri != null && learn(Kind.TEMPLATES, request, talk);
        if (listed || fitting) {
            return order(uri, request, talk);
        }
        Set<Spoke> order = new LinkedHashSet<>();
        if (uri != null) {
            talk.circle().resources().makers(uri).forEach(server -> order.add(talk.spoke(server)));
        }
        order.addAll(talk.spokes());
        return new ArrayList<>(order);
    }

    /** Whether there was something left to learn. */
    private static boolean learn(Kind kind, Message request, Talk talk) {
        List<? extends Spoke> unknown = talk.spokes().stream()
                .filter(spoke -> talk.circle().learns(spoke.index(), kind))
                .toList();
        if (!unknown.isEmpty()) {
            var _ = Learning.learn(unknown, kind, Learning.params(request));
        }
        return !unknown.isEmpty();
    }
}
