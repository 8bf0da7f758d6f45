package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.share.ParkedCall.Target;
import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
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
 * A connection to a server that several clients use. The server knows only the abilities that all its clients have. Each client
 * gets the messages that belong to its own requests.
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
     * A pending request.
     *
     * @param id the client's id of the request
     * @param token the client's progress token, or null
     * @param target the target if the request may be answered with input requests, or null
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
     * Opens a server of either era.
     *
     * @param modern the known era; null to detect it
     * @param clientAbilities the abilities of all callers, if they are one caller
     * @throws UpstreamException if the server cannot be opened, with a message for users
     */
    public static SharedConnection open(
            Upstream upstream, @Nullable Boolean modern, ClientAbilities clientAbilities, Duration timeout, Log log)
            throws UpstreamException {
        return open(upstream, modern, clientAbilities, ParkedCallIds.forSingleReplica(), timeout, log);
    }

    /**
     * Opens a server in one of several replicas.
     *
     * @param parkedCallIds issues the ids of calls that are parked here
     * @throws UpstreamException if the server cannot be opened, with a message for users
     */
    public static SharedConnection open(
            Upstream upstream,
            @Nullable Boolean modern,
            ClientAbilities clientAbilities,
            ParkedCallIds parkedCallIds,
            Duration timeout,
            Log log)
            throws UpstreamException {
        SharedConnection server = new SharedConnection(upstream, clientAbilities, parkedCallIds, log);
        upstream.start(new ServerMessageRouter(server));
        upstream.holdResponses();
        try {
            server.handshakeResult = new Handshake(server.branch(false), timeout).open(modern, clientAbilities);
            return server;
        } catch (UpstreamException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public HandshakeResult opened() {
        HandshakeResult known = handshakeResult;
        if (known == null) {
            throw new IllegalStateException("the handshake is not complete");
        }
        return known;
    }

    /**
     * Connects another client.
     *
     * @param receivesChanges whether it gets notifications of changed listings and resources, which go to all clients
     */
    public Upstream branch(boolean receivesChanges) {
        usedNanos = System.nanoTime();
        return new SharedUpstream(this, receivesChanges);
    }

    /** Sets the listener for changes of listings and resources. It is called even while there are no clients. */
    public void changing(Consumer<Message> listener) {
        changes = listener;
    }

    void changed(Message notification) {
        changes.accept(notification);
    }

    public boolean isGone() {
        return gone != null;
    }

    /** Returns whether the connection has been unused for that time. */
    public boolean isUnused(Duration since) {
        boolean hasParkedCalls = parkedCalls != null && !parkedCalls.isEmpty();
        return branches.isEmpty() && !hasParkedCalls && System.nanoTime() - usedNanos > since.toNanos();
    }

    /** Ends parked calls that were not resumed. Called periodically. */
    public void expire() {
        if (parkedCalls != null) {
            parkedCalls.expire(System.nanoTime());
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            upstream.close();
            ended("it was closed");
        }
    }

    // --- messages of clients

    void joins(SharedUpstream sharedUpstream) {
        branches.add(sharedUpstream);
        String reason = gone;
        if (reason != null) {
            sharedUpstream.ended(reason);
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

    /** Completes the handshake. Clients run a handshake of their own, which does not reach the server. */
    void initialized() throws IOException {
        upstream.send(Message.notification(INITIALIZED, Slice.of("{}")));
    }

    private void request(SharedUpstream sharedUpstream, Message message) throws IOException {
        Slice id = message.id();
        if (id == null || waiting.size() >= MOST_WAITING) {
            throw new IOException("more than " + MOST_WAITING + " requests are pending");
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
            if (known.receiver().equals(sharedUpstream)
                    && RequestId.key(known.id()).equals(key)) {
                return request.getKey();
            }
        }
        return null;
    }

    // --- messages of the server

    @Nullable Waiting answered(Slice id) {
        return waiting.remove(RequestIds.number(id));
    }

    @Nullable Waiting waitingFor(Slice id) {
        return waiting.get(RequestIds.number(id));
    }

    @Nullable Waiting waitingFor(long number) {
        return waiting.get(number);
    }

    /** Returns the only client that has pending requests; null if there are none or several. */
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

    // --- input requests of the server

    /** Returns the parked calls, or null if the clients do not support input requests. */
    @Nullable ParkedCalls parking() {
        return parkedCalls;
    }

    /** Passes an input request to a client. Returns whether there is one for it. */
    boolean asks(Message request, Slice id) {
        return parkedCalls != null && parkedCalls.asks(request, id);
    }

    boolean withdrawn(Slice questionId) {
        return parkedCalls != null && parkedCalls.withdrawn(questionId);
    }

    /** Returns the number of the last pending call that may be answered with input requests, or null. */
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

    /** Replaces the receiver of a pending call. Returns false if the call has changed or ended. */
    boolean exchange(long number, Waiting before, Waiting after) {
        return waiting.replace(number, before, after);
    }

    /** Replaces a parked call as the receiver of a pending call. Returns false if the call has changed or ended. */
    boolean exchange(long number, ParkedCall before, MessageReceiver after, Slice id, @Nullable Slice token) {
        Waiting known = waiting.get(number);
        return known != null
                && known.receiver().equals(before)
                && waiting.replace(number, known, new Waiting(after, id, token, known.target()));
    }

    /** Cancels a parked call whose client has not come back. */
    void abandon(ParkedCall parkedCall) {
        Waiting known = waiting.get(parkedCall.number());
        if (known != null && known.receiver().equals(parkedCall) && waiting.remove(parkedCall.number(), known)) {
            reply(Message.cancelled(Slice.of(Long.toString(parkedCall.number())), "the client no longer waits for it"));
        }
    }

    List<SharedUpstream> told() {
        return branches.stream().filter(SharedUpstream::changes).toList();
    }

    /** Sends a response or a notification to the server. */
    void reply(Slice message) {
        try {
            upstream.send(message);
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the server no longer reads");
        }
    }

    void troubled(String warning) {
        log.log(LogSeverity.WARN, warning);
    }

    void ended(String reason) {
        if (gone == null) {
            gone = reason;
            List.copyOf(branches).forEach(sharedUpstream -> sharedUpstream.ended(reason));
        }
    }

    Log log() {
        return log;
    }
}
