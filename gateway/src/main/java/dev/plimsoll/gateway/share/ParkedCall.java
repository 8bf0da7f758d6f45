package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call that the server still works on, while its client collects the input that the server has requested. */
final class ParkedCall implements MessageReceiver {

    private final long number;
    private final Target target;
    private final long sinceNanos = System.nanoTime();
    private final Map<String, Question> asked = new LinkedHashMap<>();
    private final List<Question> queued = new ArrayList<>();
    private @Nullable Message answer;
    private @Nullable RefusedException failure;
    private @Nullable SharedUpstream next;
    private @Nullable Slice nextId;

    /** The method and name of a call. A call can be resumed only with the same target. */
    record Target(String method, String name) {}

    /** An input request of the server, under the server's id. */
    record Question(Slice id, String method, @Nullable Slice params) {}

    ParkedCall(long number, Target target) {
        this.number = number;
        this.target = target;
    }

    /** Returns the id of the call on the connection to the server. */
    long number() {
        return number;
    }

    Target target() {
        return target;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Returns the input requests that were passed to the client, by their keys in {@code inputResponses}. */
    synchronized Map<String, Question> asked() {
        return new LinkedHashMap<>(asked);
    }

    synchronized void asks(String key, Question question) {
        asked.put(key, question);
    }

    /** Adds an input request that the client will get later. Returns false if too many are open. */
    synchronized boolean queue(Question question, int limit) {
        return asked.size() + queued.size() < limit && queued.add(question);
    }

    /** Returns the input requests that the client has not got yet. */
    synchronized List<Question> queued() {
        return List.copyOf(queued);
    }

    /** Removes an input request that the server has canceled. */
    synchronized void withdraw(String idKey, Function<Slice, String> key) {
        queued.removeIf(question -> key.apply(question.id()).equals(idKey));
        asked.values().removeIf(question -> key.apply(question.id()).equals(idKey));
    }

    /** Passes the response of the call to the request that resumes it, now or when it arrives. */
    void resume(SharedUpstream sharedUpstream, Slice id) {
        Message known;
        RefusedException why;
        synchronized (this) {
            next = sharedUpstream;
            nextId = id;
            known = answer;
            why = failure;
        }
        if (known != null) {
            tell(sharedUpstream, id, known);
        } else if (why != null) {
            sharedUpstream.failed(id, why);
        }
    }

    private static void tell(SharedUpstream sharedUpstream, Slice id, Message answer) {
        Slice own = answer.id();
        if (own != null) {
            sharedUpstream.answered(RequestIds.restoredId(answer, own, id));
        }
    }

    @Override
    public void heard(Slice notification) {
        // drops progress, because no request waits for it
    }

    @Override
    public void answered(Message message) {
        SharedUpstream sharedUpstream;
        Slice id;
        synchronized (this) {
            sharedUpstream = next;
            id = nextId;
            answer = sharedUpstream == null ? message : null;
        }
        if (sharedUpstream != null && id != null) {
            tell(sharedUpstream, id, message);
        }
    }

    @Override
    public void failed(Slice id, RefusedException why) {
        SharedUpstream sharedUpstream;
        Slice resumedId;
        synchronized (this) {
            sharedUpstream = next;
            resumedId = nextId;
            failure = why;
        }
        if (sharedUpstream != null && resumedId != null) {
            sharedUpstream.failed(resumedId, why);
        }
    }
}
