package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.gateway.wire.RequestId;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The client's requests that wait for their answers. */
final class Flights {

    static final int MOST = 10_000;

    private final Map<String, Flight> byId = new ConcurrentHashMap<>();
    private final boolean modern;

    Flights(boolean modern) {
        this.modern = modern;
    }

    /** Null when there are too many, or one with that id waits already. */
    @Nullable Flight begin(Message request, Peer reply) {
        // its own bytes: the request may be large and is not needed any more
        Slice id = Slice.of(Objects.requireNonNull(request.id()).toByteArray());
        String key = RequestId.key(id);
        Flight flight = new Flight(id, String.valueOf(request.method()), modern, reply, () -> byId.remove(key));
        return byId.size() < MOST && byId.putIfAbsent(key, flight) == null ? flight : null;
    }

    /** The client gives up what this notification names. */
    void cancel(Message notification) {
        Slice params = notification.params();
        Slice id = params == null ? null : ObjectEdit.valueIn(params, "requestId");
        Flight flight = id == null ? null : byId.get(RequestId.key(id));
        if (flight == null) {
            return;
        }
        Live at = flight.at();
        if (at != null) {
            at.tell(notification.bytes());
        }
        flight.unanswered();
    }

    void cancelAll() {
        List.copyOf(byId.values()).forEach(Flight::unanswered);
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }
}
