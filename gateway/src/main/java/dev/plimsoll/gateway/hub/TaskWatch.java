package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;

/** Sees which tasks come of a request. */
final class TaskWatch implements Live.Waiter {

    private final Spoke spoke;
    private final Flight flight;

    TaskWatch(Spoke spoke, Flight flight) {
        this.spoke = spoke;
        this.flight = flight;
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message answer = Message.of(Message.joined(pieces));
        Slice result = answer == null ? null : answer.result();
        Slice shown = result == null ? null : spoke.circle().tasks().shown(spoke, result);
        if (answer == null || result == null || shown == null || shown.isSameRange(result)) {
            flight.send(pieces);
        } else {
            flight.send(answer.with(result, List.of(shown)));
        }
    }

    @Override
    public void unanswered() {
        flight.unanswered();
    }

    @Override
    public void lost() {
        flight.lost();
    }
}
