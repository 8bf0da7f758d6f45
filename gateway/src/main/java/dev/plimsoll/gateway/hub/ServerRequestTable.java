package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What servers have asked the client: under ids of ours, for two servers may count alike. */
final class ServerRequestTable {

    static final int MOST = 1_000;

    private final Map<String, Question> byOurs = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();

    /** @param progressToken under which the client may tell how far it is; null when the server wants none */
    private record Question(
            OpenLink from, Slice theirs, Slice ours, @Nullable Slice progressToken) {}

    /** The request as the client gets it; null when the client has too many to answer already. */
    Slice @Nullable [] ask(OpenLink from, Message request, Slice id) {
        if (byOurs.size() >= MOST) {
            return null;
        }
        Slice ours = new ByteSink()
                .string("plimsoll-asks-" + number.incrementAndGet())
                .slice();
        Slice params = request.params();
        Slice meta = params == null ? null : ObjectEdit.objectIn(params, "_meta");
        Slice token = meta == null ? null : ObjectEdit.valueIn(meta, "progressToken");
        Slice kept = token == null || token.length() > 256 ? null : Slice.of(token.toByteArray());
        byOurs.put(RequestId.key(ours), new Question(from, Slice.of(id.toByteArray()), ours, kept));
        return request.with(id, List.of(ours));
    }

    /** Brings the client's answer to whoever asked. */
    void answered(Message response, Slice id) {
        Question question = byOurs.remove(RequestId.key(id));
        if (question != null) {
            question.from.tell(Message.joined(response.with(id, List.of(question.theirs))));
        }
    }

    /** Tells how far the client is. */
    void progress(Message notification) {
        Slice params = notification.params();
        Slice token = params == null ? null : ObjectEdit.valueIn(params, "progressToken");
        for (Question question : byOurs.values()) {
            if (token != null && token.equals(question.progressToken)) {
                question.from.tell(notification.bytes());
            }
        }
    }

    /** A server wants no answer any more: what the client is told; null when it was not asked. */
    @Nullable Slice cancelled(OpenLink from, Message notification) {
        Slice params = notification.params();
        Slice id = params == null ? null : ObjectEdit.valueIn(params, "requestId");
        for (Question question : List.copyOf(byOurs.values())) {
            if (params != null
                    && id != null
                    && question.from == from
                    && RequestId.key(question.theirs).equals(RequestId.key(id))) {
                byOurs.remove(RequestId.key(question.ours), question);
                return Message.notification(
                        "notifications/cancelled", ObjectEdit.with(params, "requestId", question.ours));
            }
        }
        return null;
    }

    /** Whoever asked over this line is gone: what the client is told. */
    List<Slice> gone(OpenLink from) {
        List<Slice> told = new ArrayList<>();
        for (Question question : List.copyOf(byOurs.values())) {
            if (question.from == from && byOurs.remove(RequestId.key(question.ours), question)) {
                told.add(Message.cancelled(question.ours, "the server has ended"));
            }
        }
        return told;
    }
}
