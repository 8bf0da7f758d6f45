package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.replica.Tickets;
import dev.plimsoll.gateway.share.Parked.Target;
import dev.plimsoll.gateway.upstream.Lent;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.wire.Abilities;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server that has been opened, on behalf of nobody: it knows of no client's abilities but those that all of them have. Each
 * client has a branch, and hears what belongs to its own requests.
 */
public final class SharedServer implements AutoCloseable {

    private static final int MOST_WAITING = 10_000;
    private static final String CANCELLED = "notifications/cancelled";
    private static final String INITIALIZED = "notifications/initialized";

    private final Upstream upstream;
    private final Log log;
    private final Ids ids = new Ids();
    private final @Nullable Parking parking;
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final Set<Branch> branches = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable String gone;
    private volatile @Nullable Opened opened;
    private volatile long usedNanos = System.nanoTime();
    private volatile Consumer<Message> changes = notification -> {};

    /**
     * A request on its way.
     *
     * @param id under which the client waits
     * @param token under which the client hears of its progress, or null
     * @param target what it is of, if its client can be asked something meanwhile; or null
     */
    record Waiting(
            Receiver receiver,
            Slice id,
            @Nullable Slice token,
            @Nullable Target target) {

        Waiting to(Receiver other) {
            return new Waiting(other, id, token, target);
        }
    }

    private SharedServer(Upstream upstream, Abilities abilities, Tickets tickets, Log log) {
        this.upstream = upstream;
        this.log = log;
        this.parking = !abilities.canBeAsked() ? null : new Parking(this, abilities, tickets);
    }

    /**
     * Opens a server, whatever era it is of.
     *
     * @param modern what is known of its era; null: it is asked
     * @param abilities what all who will call it can be asked, if they are one caller
     * @throws UpstreamException when it does not answer, in words for people
     */
    public static SharedServer open(
            Upstream upstream, @Nullable Boolean modern, Abilities abilities, Duration patience, Log log)
            throws UpstreamException {
        return open(upstream, modern, abilities, Tickets.alone(), patience, log);
    }

    /**
     * The same for one of several replicas.
     *
     * @param tickets for calls that are parked here
     * @throws UpstreamException when it does not answer, in words for people
     */
    public static SharedServer open(
            Upstream upstream,
            @Nullable Boolean modern,
            Abilities abilities,
            Tickets tickets,
            Duration patience,
            Log log)
            throws UpstreamException {
        SharedServer server = new SharedServer(upstream, abilities, tickets, log);
        upstream.hear(new Routing(server));
        upstream.holdResponses();
        try {
            server.opened = new Handshake(server.branch(false), patience).open(modern, abilities);
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

    /** Told from now on whenever a listing or a resource has changed, also while there is no branch. */
    public void changing(Consumer<Message> told) {
        changes = told;
    }

    void changed(Message notification) {
        changes.accept(notification);
    }

    public boolean isGone() {
        return gone != null;
    }

    /** Whether nobody has used it for so long. */
    public boolean isUnused(Duration since) {
        boolean parks = parking != null && !parking.isEmpty();
        return branches.isEmpty() && !parks && System.nanoTime() - usedNanos > since.toNanos();
    }

    /** Gives up what nobody came back for; to be called now and then. */
    public void expire() {
        if (parking != null) {
            parking.expire(System.nanoTime());
        }
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
        waiting.values().removeIf(request -> request.receiver().equals(branch));
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
        Slice meta = message.params() == null ? null : ObjectEdit.objectIn(message.params(), "_meta");
        Slice token = meta == null ? null : ObjectEdit.valueIn(meta, "progressToken");
        Slice ownToken = token == null ? null : copied(token);
        if (parking != null && Parking.resumes(message)) {
            parking.resume(branch, message, copied(id), ownToken);
            return;
        }
        List<Slice> parts = new ArrayList<>(List.of(id));
        if (token != null) {
            parts.add(token);
        }
        long number = ids.take();
        Target target = parking == null ? null : Parking.target(message);
        waiting.put(number, new Waiting(branch, copied(id), ownToken, target));
        if (parking != null && target != null) {
            parking.called(number);
            Lent.withhold();
        }
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
            if (known.receiver().equals(branch) && RequestId.key(known.id()).equals(key)) {
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

    @Nullable Waiting waitingFor(long number) {
        return waiting.get(number);
    }

    /** The one that has requests open, if no other has. */
    @Nullable Branch onlyWaiting() {
        Branch only = null;
        for (Waiting request : waiting.values()) {
            if (only != null && !only.equals(request.receiver())) {
                return null;
            }
            only = request.receiver() instanceof Branch branch ? branch : only;
        }
        return only;
    }

    // --- what the server asks

    /** Null where nobody can be asked anything. */
    @Nullable Parking parking() {
        return parking;
    }

    /** Whether somebody is asked for it. */
    boolean asks(Message request, Slice id) {
        return parking != null && parking.asks(request, id);
    }

    boolean withdrawn(Slice questionId) {
        return parking != null && parking.withdrawn(questionId);
    }

    /** The last call of those that wait whose client can be asked something; or null. */
    @Nullable Long lastCall() {
        Long last = null;
        for (Map.Entry<Long, Waiting> request : waiting.entrySet()) {
            boolean asks =
                    request.getValue().target() != null && request.getValue().receiver() instanceof Branch;
            if (asks && (last == null || last < request.getKey())) {
                last = request.getKey();
            }
        }
        return last;
    }

    /** Whether the call still waited as it was known to, and does as this now. */
    boolean exchange(long number, Waiting before, Waiting after) {
        return waiting.replace(number, before, after);
    }

    /** Whether the call still waited for this, and does for another now. */
    boolean exchange(long number, Parked before, Receiver after, Slice id, @Nullable Slice token) {
        Waiting known = waiting.get(number);
        return known != null
                && known.receiver().equals(before)
                && waiting.replace(number, known, new Waiting(after, id, token, known.target()));
    }

    /** Nobody wants the answer of a call any more. */
    void abandon(Parked parked) {
        Waiting known = waiting.get(parked.number());
        if (known != null && known.receiver().equals(parked) && waiting.remove(parked.number(), known)) {
            reply(Message.cancelled(Slice.of(Long.toString(parked.number())), "nobody waits for it any more"));
        }
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
