package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.time.Duration;

/** Response terms for {@code initialize}: the client gets a session id unless the server refuses. */
final class InitializeResponses extends LegacyResponses {

    private final long deadline;
    private final Runnable late;
    private boolean opened;

    /** @param late runs if the server has not responded in time */
    InitializeResponses(
            AcceptedTypes acceptedTypes,
            Duration keepAlive,
            ClientSession clientSession,
            Duration opening,
            Runnable late) {
        super(acceptedTypes, keepAlive, clientSession);
        this.deadline = System.nanoTime() + opening.toNanos();
        this.late = late;
    }

    boolean opened() {
        return opened;
    }

    @Override
    public void waiting() {
        if (System.nanoTime() - deadline > 0) {
            late.run();
        }
    }

    @Override
    public void streaming(HttpCall call) {
        call.with(McpHandler.SESSION, session().id());
    }

    @Override
    public int answering(HttpCall call, Slice... answer) {
        Message message = Message.of(Message.joined(answer));
        Slice result = message == null ? null : message.result();
        if (result != null && Json.type(result) == JsonType.OBJECT) {
            opened = true;
            Slice revision = Members.get(result, "protocolVersion");
            if (revision != null && Json.type(revision) == JsonType.STRING) {
                session().agreed(JsonText.text(Json.stringInside(revision)));
            }
            if (!call.isCommitted()) {
                call.with(McpHandler.SESSION, session().id());
            }
        }
        return 200;
    }
}
