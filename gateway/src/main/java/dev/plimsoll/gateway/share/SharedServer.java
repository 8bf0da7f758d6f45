package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.RequestId;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A server that has been opened, on behalf of nobody: it knows of no client's abilities and so asks none for anything. Each
 * client has a branch, and hears what belongs to its own requests.
 */
public final class SharedServer implements AutoCloseable {

    private static final int MOST_WAITING = 10_000;
    private static final String CANCELLED = "notifications/cancelled";
    private static final String INITIALIZED = "notifications/initialized";

    private final Upstream upstream;
    private final Log log;
    private final Ids ids = new Ids();
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final Set<Branch> branches = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable String gone;
    private volatile @Nullable Opened opened;
    private volatile long usedNanos = System.nanoTime();

    /**
     * A request on its way.
     *
     * @param id under which the client waits
     * @param token under which the client hears of its progress, or null
     */
    record Waiting(Branch branch, Slice id, @Nullable Slice token) {}

    private SharedServer(Upstream upstream, Log log) {
        this.upstream = upstream;
        this.log = log;
    }

    /**
     * Opens a server, whatever era it is of.
     *
     * @param modern what is known of its era; null: it is asked
     * @throws UpstreamException when it does not answer, in words for people
     */
    public static SharedServer open(Upstream upstream, @Nullable Boolean modern, Duration patience, Log log)
            throws UpstreamException {
        SharedServer server = new SharedServer(upstream, log);
        upstream.hear(new Routing(server));
        try {
            server.opened = new Handshake(server.branch(false), patience).open(modern);
            return server;
        } catch (UpstreamException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public Opened opened() {
        Opened known = opened;
        if (known == null) {
            throw new IllegalStateException("the server is still being opened");
        }
        return known;
    }

    /**
     * A way to the server.
     *
     * @param changes whether it is told what concerns all: that a listing or a resource has changed
     */
    public Upstream branch(boolean changes) {
        usedNanos = System.nanoTime();
        return new Branch(this, changes);
    }

    public boolean isGone() {
        return gone != null;
    }

    /** Whether nobody has used it for so long. */
    public boolean isUnused(Duration since) {
        return branches.isEmpty() && System.nanoTime() - usedNanos > since.toNanos();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            upstream.close();
            ended("it was ended");
        }
    }

    // --- what clients say

    void joins(Branch branch) {
        branches.add(branch);
        String ending = gone;
        if (ending != null) {
            branch.ended(ending);
        }
    }

    void leaves(Branch branch) {
        usedNanos = System.nanoTime();
        branches.remove(branch);
        waiting.values().removeIf(request -> request.branch().equals(branch));
    }

    void send(Branch branch, Message message) throws IOException {
        if (message.isRequest()) {
            request(branch, message);
        } else if (CANCELLED.equals(message.method())) {
            cancel(branch, message);
        } else if (!message.isResponse() && !INITIALIZED.equals(message.method())) {
            upstream.send(message.bytes());
        }
    }

    /** The client does not know who else there is: to it, the opening is its own. */
    void initialized() throws IOException {
        upstream.send(Message.notification(INITIALIZED, Slice.of("{}")));
    }

    private void request(Branch branch, Message message) throws IOException {
        Slice id = message.id();
        if (id == null || waiting.size() >= MOST_WAITING) {
            throw new IOException("more than " + MOST_WAITING + " requests wait for the server");
        }
        long number = ids.take();
        Slice meta = message.params() == null ? null : ObjectEdit.objectIn(message.params(), "_meta");
        Slice token = meta == null ? null : ObjectEdit.valueIn(meta, "progressToken");
        List<Slice> parts = new ArrayList<>(List.of(id));
        if (token != null) {
            parts.add(token);
        }
        waiting.put(number, new Waiting(branch, copied(id), token == null ? null : copied(token)));
        upstream.send(Ids.exchanged(message, parts, Slice.of(Long.toString(number))));
    }

    private static Slice copied(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    private void cancel(Branch branch, Message message) throws IOException {
        Slice id = message.params() == null ? null : ObjectEdit.valueIn(message.params(), "requestId");
        if (id == null) {
            return;
        }
        Long number = numberOf(branch, RequestId.key(id));
        if (number != null && waiting.remove(number) != null) {
            upstream.send(Ids.exchanged(message, List.of(id), Slice.of(number.toString())));
        }
    }

    private @Nullable Long numberOf(Branch branch, String key) {
        for (Map.Entry<Long, Waiting> request : waiting.entrySet()) {
            Waiting known = request.getValue();
            if (known.branch().equals(branch) && RequestId.key(known.id()).equals(key)) {
                return request.getKey();
            }
        }
        return null;
    }

    // --- what the server says

    @Nullable Waiting answered(Slice id) {
        return waiting.remove(Ids.number(id));
    }

    @Nullable Waiting waitingFor(Slice id) {
        return waiting.get(Ids.number(id));
    }

    /** The one that has requests open, if no other has. */
    @Nullable Branch onlyWaiting() {
        Branch only = null;
        for (Waiting request : waiting.values()) {
            if (only != null && !only.equals(request.branch())) {
                return null;
            }
            only = request.branch();
        }
        return only;
    }

    List<Branch> told() {
        return branches.stream().filter(Branch::changes).toList();
    }

    /** Answers what the server asks. */
    void reply(Slice message) {
        try {
            upstream.send(message);
        } catch (IOException e) {
            log.say(Level.DEBUG, "the server no longer reads");
        }
    }

    void troubled(String what) {
        log.say(Level.WARN, what);
    }

    void ended(String how) {
        if (gone == null) {
            gone = how;
            List.copyOf(branches).forEach(branch -> branch.ended(how));
        }
    }

    Log log() {
        return log;
    }
}
