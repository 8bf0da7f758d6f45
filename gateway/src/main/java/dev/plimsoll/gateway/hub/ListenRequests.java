package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.Tasks.Task;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client wants to hear of changes: each server is asked for its own. */
final class ListenRequests implements Endpoint {

    @Override
    public void answer(Message request, Flight flight, Talk talk) {
        Listen listen = new Listen(flight, talk);
        talk.listens(listen);
        talk.spokes().forEach(listen::expects);
        Parallel.each(talk.spokes(), spoke -> ask(spoke, request, flight, listen));
        listen.asked();
    }

    private static boolean ask(Spoke spoke, Message request, Flight flight, Listen listen) {
        try {
            Live live = spoke.ready();
            flight.goes(live);
            live.hear(own(spoke, request), new Part(spoke, listen));
            return true;
        } catch (RefusedException e) {
            listen.ended(spoke, null);
            return false;
        }
    }

    /** Nobody learns which tasks another server has. */
    private static Slice own(Spoke spoke, Message request) {
        Slice params = request.params();
        Slice wanted = params == null ? null : ObjectEdit.objectIn(params, "notifications");
        Slice ids = wanted == null ? null : ObjectEdit.valueIn(wanted, "taskIds");
        if (params == null || wanted == null || ids == null || Json.type(ids) != JsonType.ARRAY) {
            return request.bytes();
        }
        ByteSink own = new ByteSink().ascii("[");
        ItemIndex items = ItemIndex.of(ids);
        for (int i = 0; i < items.count(); i++) {
            Slice item = items.item(i);
            String id = Json.type(item) == JsonType.STRING ? JsonText.text(Json.stringInside(item)) : "";
            Task task = spoke.circle().tasks().get(spoke.talk().caller().subject(), id);
            if (task != null && task.server() == spoke.index()) {
                own.ascii(own.size() == 1 ? "" : ",").string(task.id());
            }
        }
        Slice changed = ObjectEdit.with(wanted, "taskIds", own.ascii("]").slice());
        return Message.joined(request.with(params, List.of(ObjectEdit.with(params, "notifications", changed))));
    }

    private record Part(Spoke spoke, Listen listen) implements Live.Waiter {

        @Override
        public void send(Slice... pieces) {
            listen.ended(spoke, pieces);
        }

        @Override
        public void unanswered() {
            lost();
        }

        @Override
        public void lost() {
            listen.ended(spoke, (Slice @Nullable []) null);
        }
    }
}
