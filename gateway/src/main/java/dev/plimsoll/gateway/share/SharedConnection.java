package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.share.ParkedCall.Target;
import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
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
public final class SharedConnection implements AutoCloseable {

    private static final int MOST_WAITING = 10_000;
    private static final String CANCELLED = "notifications/cancelled";
    private static final String INITIALIZED = "notifications/initialized";

    private final Upstream upstream;
    private final Log log;
    private final RequestIds requestIds = new RequestIds();
    private final @Nullable ParkedCalls parkedCalls;
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final Set<SharedUpstream> branches = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable String gone;
    private volatile @Nullable HandshakeResult handshakeResult;
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
            MessageReceiver receiver,
            Slice id,
            @Nullable Slice token,
            @Nullable Target target) {

        Waiting to(MessageReceiver other) {
            return new Waiting(other, id, token, target);
        }
    }

    private SharedConnection(Upstream upstream, ClientAbilities clientAbilities, ParkedCallIds parkedCallIds, Log log) {
        this.upstream = upstream;
        this.log = log;
        this.parkedCalls = !clientAbilities.canBeAsked() ? null : new ParkedCalls(this, clientAbilities, parkedCallIds);
    }

    /**
     * Opens a server, whatever era it is of.
     *
     * @param modern what is known of its era; null: it is asked
     * @param clientAbilities what all who will call it can be asked, if they are one caller
     * @throws UpstreamException when it does not answer, in words for people
     */
    public static SharedConnection open(
            Upstream upstream, @Nullable Boolean modern, ClientAbilities clientAbilities, Duration patience, Log log)
            throws UpstreamException {
        return open(upstream, modern, clientAbilities, ParkedCallIds.alone(), patience, log);
    }

    /**
     * The same for one of several replicas.
     *
     * @param parkedCallIds for calls that are parked here
     * @throws UpstreamException when it does not answer, in words for people
     */
    public static SharedConnection open(
            Upstream upstream,
            @Nullable Boolean modern,
            ClientAbilities clientAbilities,
            ParkedCallIds parkedCallIds,
            Duration patience,
            Log log)
            throws UpstreamException {
        SharedConnection server = new SharedConnection(upstream, clientAbilities, parkedCallIds, log);
        upstream.start(new ServerMessageRouter(server));
        upstream.holdResponses();
        try {
            server.handshakeResult = new Handshake(server.branch(false), patience).open(modern, clientAbilities);
            return server;
        } catch (UpstreamException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public HandshakeResult opened() {
        HandshakeResult known = handshakeResult;
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
        return new SharedUpstream(this, changes);
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
        boolean parks = parkedCalls != null && !parkedCalls.isEmpty();
        return branches.isEmpty() && !parks && System.nanoTime() - usedNanos > since.toNanos();
    }

    /** Gives up what nobody came back for; to be called now and then. */
    public void expire() {
        if (parkedCalls != null) {
            parkedCalls.expire(System.nanoTime());
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

    void joins(SharedUpstream sharedUpstream) {
        branches.add(sharedUpstream);
        String ending = gone;
        if (ending != null) {
            sharedUpstream.ended(ending);
        }
    }

    void leaves(SharedUpstream sharedUpstream) {
        usedNanos = System.nanoTime();
        branches.remove(sharedUpstream);
        waiting.values().removeIf(request -> request.receiver().equals(sharedUpstream));
    }

    void send(SharedUpstream sharedUpstream, Message message) throws IOException {
        if (message.isRequest()) {
            request(sharedUpstream, message);
        } else if (CANCELLED.equals(message.method())) {
            cancel(sharedUpstream, message);
        } else if (!message.isResponse() && !INITIALIZED.equals(message.method())) {
            upstream.send(message.bytes());
        }
    }

    /** The client does not know who else there is: to it, the opening is its own. */
    void initialized() throws IOException {
        upstream.send(Message.notification(INITIALIZED, Slice.of("{}")));
    }

    private void request(SharedUpstream sharedUpstream, Message message) throws IOException {
        Slice id = message.id();
        if (id == null || waiting.size() >= MOST_WAITING) {
            throw new IOException("more than " + MOST_WAITING + " requests wait for the server");
        }
        Slice meta = message.params() == null ? null : ObjectEdit.objectIn(message.params(), "_meta");
        Slice token = meta == null ? null : ObjectEdit.valueIn(meta, "progressToken");
        Slice ownToken = token == null ? null : copied(token);
        if (parkedCalls != null && ParkedCalls.resumes(message)) {
            parkedCalls.resume(sharedUpstream, message, copied(id), ownToken);
            return;
        }
        List<Slice> parts = new ArrayList<>(List.of(id));
        if (token != null) {
            parts.add(token);
        }
        long number = requestIds.take();
        Target target = parkedCalls == null ? null : ParkedCalls.target(message);
        waiting.put(number, new Waiting(sharedUpstream, copied(id), ownToken, target));
        if (parkedCalls != null && target != null) {
            parkedCalls.called(number);
            CallerThread.withhold();
        }
        upstream.send(RequestIds.exchanged(message, parts, Slice.of(Long.toString(number))));
    }

    private static Slice copied(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    private void cancel(SharedUpstream sharedUpstream, Message message) throws IOException {
        Slice id = message.params() == null ? null : ObjectEdit.valueIn(message.params(), "requestId");
        if (id == null) {
            return;
        }
        Long number = numberOf(sharedUpstream, RequestId.key(id));
        if (number != null && waiting.remove(number) != null) {
            upstream.send(RequestIds.exchanged(message, List.of(id), Slice.of(number.toString())));
        }
    }

    private @Nullable Long numberOf(SharedUpstream sharedUpstream, String key) {
        for (Map.Entry<Long, Waiting> request : waiting.entrySet()) {
            Waiting known = request.getValue();
            if (known.receiver().equals(sharedUpstream) && RequestId.key(known.id()).equals(key)) {
                return request.getKey();
            }
        }
        return null;
    }

    // --- what the server says

    @Nullable Waiting answered(Slice id) {
        return waiting.remove(RequestIds.number(id));
    }

    @Nullable Waiting waitingFor(Slice id) {
        return waiting.get(RequestIds.number(id));
    }

    @Nullable Waiting waitingFor(long number) {
        return waiting.get(number);
    }

    /** The one that has requests open, if no other has. */
    @Nullable SharedUpstream onlyWaiting() {
        SharedUpstream only = null;
        for (Waiting request : waiting.values()) {
            if (only != null && !only.equals(request.receiver())) {
                return null;
            }
            only = request.receiver() instanceof SharedUpstream sharedUpstream ? sharedUpstream : only;
        }
        return only;
    }

    // --- what the server asks

    /** Null where nobody can be asked anything. */
    @Nullable ParkedCalls parking() {
        return parkedCalls;
    }

    /** Whether somebody is asked for it. */
    boolean asks(Message request, Slice id) {
        return parkedCalls != null && parkedCalls.asks(request, id);
    }

    boolean withdrawn(Slice questionId) {
        return parkedCalls != null && parkedCalls.withdrawn(questionId);
    }

    /** The last call of those that wait whose client can be asked something; or null. */
    @Nullable Long lastCall() {
        Long last = null;
        for (Map.Entry<Long, Waiting> request : waiting.entrySet()) {
            boolean asks =
                    request.getValue().target() != null && request.getValue().receiver() instanceof SharedUpstream;
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
    boolean exchange(long number, ParkedCall before, MessageReceiver after, Slice id, @Nullable Slice token) {
        Waiting known = waiting.get(number);
        return known != null
                && known.receiver().equals(before)
                && waiting.replace(number, known, new Waiting(after, id, token, known.target()));
    }

    /** Nobody wants the answer of a call any more. */
    void abandon(ParkedCall parkedCall) {
        Waiting known = waiting.get(parkedCall.number());
        if (known != null && known.receiver().equals(parkedCall) && waiting.remove(parkedCall.number(), known)) {
            reply(Message.cancelled(Slice.of(Long.toString(parkedCall.number())), "nobody waits for it any more"));
        }
    }

    List<SharedUpstream> told() {
        return branches.stream().filter(SharedUpstream::changes).toList();
    }

    /** Answers what the server asks. */
    void reply(Slice message) {
        try {
            upstream.send(message);
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the server no longer reads");
        }
    }

    void troubled(String what) {
        log.log(LogSeverity.WARN, what);
    }

    void ended(String how) {
        if (gone == null) {
            gone = how;
            List.copyOf(branches).forEach(sharedUpstream -> sharedUpstream.ended(how));
        }
    }

    Log log() {
        return log;
    }
}
