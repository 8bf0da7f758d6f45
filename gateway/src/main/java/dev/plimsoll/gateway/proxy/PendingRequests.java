package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.RequestAction.Arrival;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The requests that wait for the server's answer. */
final class PendingRequests {

    static final int MOST = 10_000;
    private static final Set<String> ASKING = Set.of("elicitation/create", "sampling/createMessage");
    private static final String LISTENING = "subscriptions/listen";

    private final Map<String, Waiting> byId = new LinkedHashMap<>();

    /**
     * A request on its way.
     *
     * @param progressToken under which the server tells of its progress, or null
     * @param reply who gets the answer
     * @param arrival what is made of the result; null when it stays
     * @param sinceNanos when it was sent on or the server last gave a sign of it
     */
    record Waiting(
            Slice id,
            String method,
            @Nullable String progressToken,
            Peer reply,
            @Nullable Arrival arrival,
            long sinceNanos) {

        static Waiting of(Message request, Peer reply, @Nullable Arrival arrival) {
            Slice id = request.id();
            String method = request.method();
            if (id == null || method == null) {
                throw new IllegalArgumentException("request: must have an id and a method");
            }
            Slice meta = Revision.meta(request);
            Slice token = meta == null ? null : ObjectEdit.valueIn(meta, "progressToken");
            // its own bytes: the request may be large and is not needed any more
            return new Waiting(
                    Slice.of(id.toByteArray()),
                    method,
                    token == null || token.length() > 256 ? null : token.utf8(),
                    reply,
                    arrival,
                    System.nanoTime());
        }

        /** Nobody wants its answer any more. */
        void abandoned() {
            if (arrival != null) {
                arrival.abandoned();
            }
            reply.onCancelled();
        }

        Waiting touched() {
            return new Waiting(id, method, progressToken, reply, arrival, System.nanoTime());
        }
    }

    /** False when there are too many, or one with that id waits already. */
    synchronized boolean add(Waiting request) {
        return byId.size() < MOST && byId.putIfAbsent(RequestId.key(request.id()), request) == null;
    }

    /** The request that has this id; some servers answer with a number where a string was sent, or the reverse. */
    synchronized @Nullable Waiting remove(Slice id) {
        String key = RequestId.key(id);
        Waiting found = byId.remove(key);
        return found == null ? byId.remove(RequestId.otherType(key)) : found;
    }

    /** What the server says by itself may be that it works on one of them, or has a question for one. */
    void heard(Message message) {
        if (message.isRequest() && ASKING.contains(String.valueOf(message.method()))) {
            asks();
        } else {
            progress(message);
        }
    }

    /** For which of them nobody knows. */
    private synchronized void asks() {
        byId.values().forEach(waiting -> {
            if (waiting.arrival() != null) {
                waiting.arrival().asks();
            }
        });
    }

    private void progress(Message notification) {
        if ("notifications/progress".equals(notification.method()) && notification.params() != null) {
            Slice token = ObjectEdit.valueIn(notification.params(), "progressToken");
            if (token != null && token.length() <= 256) {
                progress(token.utf8());
            }
        }
    }

    /** The server works on the request with that token. */
    private synchronized void progress(String token) {
        byId.replaceAll((id, waiting) -> token.equals(waiting.progressToken()) ? waiting.touched() : waiting);
    }

    /** Takes away those that have waited without a sign since before that time, unless waiting is all they are for. */
    synchronized List<Waiting> silentSince(long nanos) {
        return take(waiting -> waiting.sinceNanos() - nanos < 0 && !LISTENING.equals(waiting.method()));
    }

    synchronized List<Waiting> all() {
        return take(waiting -> true);
    }

    private List<Waiting> take(Predicate<Waiting> which) {
        List<Waiting> taken = new ArrayList<>();
        byId.values().removeIf(waiting -> which.test(waiting) && taken.add(waiting));
        return taken;
    }

    synchronized int size() {
        return byId.size();
    }
}
