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

/** Pending input requests from servers to the client. They get ids of ours, because two servers may use the same id. */
final class ServerRequestTable {

    static final int MOST = 1_000;

    private final Map<String, Question> byOurs = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();

    /** @param progressToken for the client's progress notifications; null if the server wants none */
    private record Question(
            OpenLink from,
            Slice theirs,
            Slice ours,
            @Nullable Slice progressToken) {}

    /** Returns the request as the client gets it; null if too many are pending. */
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
        Slice tokenCopy = token == null || token.length() > 256 ? null : Slice.of(token.toByteArray());
        byOurs.put(RequestId.key(ours), new Question(from, Slice.of(id.toByteArray()), ours, tokenCopy));
        return request.with(id, List.of(ours));
    }

    /** Forwards the client's response to the server that sent the request. */
    void answered(Message response, Slice id) {
        Question question = byOurs.remove(RequestId.key(id));
        if (question != null) {
            question.from.tell(Message.joined(response.with(id, List.of(question.theirs))));
        }
    }

    /** Forwards the client's progress notification. */
    void progress(Message notification) {
        Slice params = notification.params();
        Slice token = params == null ? null : ObjectEdit.valueIn(params, "progressToken");
        for (Question question : byOurs.values()) {
            if (token != null && token.equals(question.progressToken)) {
                question.from.tell(notification.bytes());
            }
        }
    }

    /**
     * Returns the cancellation for the client when a server cancels its request; null if no such request is pending.
     */
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

    /** Removes all requests of a closed link and returns their cancellations for the client. */
    List<Slice> gone(OpenLink from) {
        List<Slice> cancellations = new ArrayList<>();
        for (Question question : List.copyOf(byOurs.values())) {
            if (question.from == from && byOurs.remove(RequestId.key(question.ours), question)) {
                cancellations.add(Message.cancelled(question.ours, "the server has stopped"));
            }
        }
        return cancellations;
    }
}
