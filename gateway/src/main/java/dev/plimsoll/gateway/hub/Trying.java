package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request that is put to one server after the other, until one does not refuse it. */
final class Trying {

    /** Who serves what nobody else does may take its time; lines have limits of their own. */
    private static final long PATIENCE = TimeUnit.HOURS.toNanos(24);

    private final Message request;
    private final Flight flight;
    private @Nullable Spoke named;
    private @Nullable Message forNamed;

    Trying(Message request, Flight flight) {
        this.request = request;
        this.flight = flight;
    }

    /** This server is asked before all others, in its own words. */
    Trying first(Spoke spoke, Message itsRequest) {
        named = spoke;
        forNamed = itsRequest;
        return this;
    }

    private record Attempt(Spoke spoke, Message request) {}

    /** Who has answered; null when all have refused, as the client is told then. */
    @Nullable Spoke inOrder(List<? extends Spoke> order) throws IOException {
        Message refusal = null;
        RefusedException missing = null;
        List<Attempt> attempts = new ArrayList<>();
        if (named != null && forNamed != null) {
            attempts.add(new Attempt(named, forNamed));
        }
        order.forEach(spoke -> attempts.add(new Attempt(spoke, request)));
        for (Attempt attempt : attempts) {
            if (flight.isOver()) {
                return null;
            }
            try {
                Message answer = answer(attempt.spoke.ready(), attempt.request);
                if (answer != null && answer.result() != null) {
                    flight.send(AppReply.shown(new AppAddresses(attempt.spoke.name()), answer));
                    return attempt.spoke;
                }
                refusal = refusal == null ? answer : refusal;
            } catch (RefusedException e) {
                missing = missing == null ? e : missing;
            }
        }
        refuse(refusal, missing);
        return null;
    }

    private void refuse(@Nullable Message refusal, @Nullable RefusedException missing) throws IOException {
        if (refusal != null) {
            flight.send(refusal.bytes());
        } else if (missing != null) {
            flight.fault(Fault.of(missing));
        } else {
            flight.unanswered();
        }
    }

    private @Nullable Message answer(Live live, Message asked) {
        Reply reply = new Reply();
        flight.goes(live);
        live.hear(asked.bytes(), reply);
        Message answer = reply.until(System.nanoTime() + PATIENCE);
        Slice id = answer == null ? null : answer.id();
        return id == null ? null : answer;
    }
}
