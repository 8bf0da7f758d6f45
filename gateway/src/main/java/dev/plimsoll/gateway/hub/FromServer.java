package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Where a server speaks by itself: to the client, who hears all servers as one. */
final class FromServer implements Peer {

    private static final long PATIENCE_SECONDS = 10;

    private final Spoke spoke;
    private final CompletableFuture<Live> live =
            new CompletableFuture<Live>().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);

    FromServer(Spoke spoke) {
        this.spoke = spoke;
    }

    /** The line that it speaks over: answers go back there. */
    void over(Live opened) {
        live.complete(opened);
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message said = Message.of(Message.joined(pieces));
        if (said == null || said.method() == null) {
            return;
        }
        Message message = spoke.circle().tasks().relatedShown(spoke, said);
        Slice id = message.id();
        if (id != null) {
            asks(message, id);
        } else {
            tells(message);
        }
    }

    private void asks(Message request, Slice id) throws IOException {
        Live from = live.join();
        Slice[] asked = spoke.talk().asked().ask(from, request, id);
        if (asked != null) {
            spoke.talk().client().send(asked);
            return;
        }
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST, "the client is asked too much at a time", "ask again later");
        from.tell(Message.error(id, new Fault(Fault.INVALID_REQUEST, why)));
    }

    private void tells(Message notification) throws IOException {
        Talk talk = spoke.talk();
        switch (String.valueOf(notification.method())) {
            case "notifications/cancelled" -> {
                Slice told = talk.asked().cancelled(live.join(), notification);
                if (told != null) {
                    talk.client().send(told);
                }
            }
            case "notifications/message" -> talk.client().send(logged(notification));
            case "notifications/tasks/status", "notifications/tasks" ->
                talk.told(talk.circle().tasks().shown(spoke, talk, notification));
            case "notifications/subscriptions/acknowledged" -> talk.acknowledged(spoke, notification);
            case "notifications/resources/updated" -> talk.told(updated(notification));
            default -> talk.told(notification.bytes());
        }
    }

    private Slice updated(Message notification) {
        Slice params = notification.params();
        Slice shown = params == null ? null : new AppAddresses(spoke.name()).inMember(params, "uri");
        return params == null || shown == null || shown.isSameRange(params)
                ? notification.bytes()
                : Message.joined(notification.with(params, List.of(shown)));
    }

    /** What a server logs, under its name. */
    private Slice logged(Message notification) {
        Slice params = notification.params();
        if (params == null || Json.type(params) != JsonType.OBJECT) {
            return notification.bytes();
        }
        String logger = ObjectEdit.textIn(params, "logger", 1024);
        String named = logger == null ? spoke.name() : spoke.name() + "/" + logger;
        return Message.notification(
                "notifications/message",
                ObjectEdit.with(params, "logger", new ByteSink().string(named).slice()));
    }
}
