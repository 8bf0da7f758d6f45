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

/** A call that the server still works on, while its client finds out what the server has asked. */
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

    /** What a call is of: it goes on only as the same. */
    record Target(String method, String name) {}

    /** What the server wants to know, under its own id. */
    record Question(Slice id, String method, @Nullable Slice params) {}

    ParkedCall(long number, Target target) {
        this.number = number;
        this.target = target;
    }

    /** Of the call, towards the server. */
    long number() {
        return number;
    }

    Target target() {
        return target;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** What the client has been asked, by the names that its answers have. */
    synchronized Map<String, Question> asked() {
        return new LinkedHashMap<>(asked);
    }

    synchronized void asks(String key, Question question) {
        asked.put(key, question);
    }

    /** False when too much waits already. */
    synchronized boolean queue(Question question, int most) {
        return asked.size() + queued.size() < most && queued.add(question);
    }

    /** What the server has asked since. */
    synchronized List<Question> queued() {
        return List.copyOf(queued);
    }

    /** The server wants no answer any more. */
    synchronized void withdraw(String idKey, Function<Slice, String> key) {
        queued.removeIf(question -> key.apply(question.id()).equals(idKey));
        asked.values().removeIf(question -> key.apply(question.id()).equals(idKey));
    }

    /** Who goes on with the call gets what comes of it, or has come of it meanwhile. */
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
        // how far it is: nobody listens
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
        Slice now;
        synchronized (this) {
            sharedUpstream = next;
            now = nextId;
            failure = why;
        }
        if (sharedUpstream != null && now != null) {
            sharedUpstream.failed(now, why);
        }
    }
}
