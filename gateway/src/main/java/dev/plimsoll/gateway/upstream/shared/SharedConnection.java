package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.shared.ParkedCall.Target;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Connection to a server that several clients use. The server knows only the abilities that all its clients have. Each
 * client gets the messages that belong to its own requests.
 */
public final class SharedConnection implements AutoCloseable {

    private static final String INITIALIZED = "notifications/initialized";

    private final Upstream upstream;
    private final Log log;
    private final RequestIds serverIds = RequestIds.randomNumbers();
    private final @Nullable ParkedCalls parkedCalls;
    private final ConnectionTasks tasks = new ConnectionTasks(this::sendToServer);
    private final PendingRequests<PendingRequest> pendingRequests = new PendingRequests<>();
    private final Set<SharedUpstream> clients = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable String closeReason;
    private volatile @Nullable HandshakeResult handshakeResult;
    private volatile long lastUsedNanos = System.nanoTime();
    private volatile Consumer<Message> changeListener = notification -> {};

    /**
     * A pending request.
     *
     * @param serverId the id of the request to the server, which is also its progress token
     * @param id the id that the client has sent
     * @param progressToken the progress token that the client has sent, or null
     * @param target the target if the result can be input requests, or null
     */
    record PendingRequest(
            Slice serverId,
            MessageReceiver receiver,
            Slice id,
            @Nullable Slice progressToken,
            @Nullable Target target) {

        PendingRequest withReceiver(MessageReceiver newReceiver) {
            return new PendingRequest(serverId, newReceiver, id, progressToken, target);
        }
    }

    private SharedConnection(Upstream upstream, ClientAbilities clientAbilities, ParkedCallIds parkedCallIds, Log log) {
        this.upstream = upstream;
        this.log = log;
        this.parkedCalls =
                clientAbilities.canAnswerInputRequests() ? new ParkedCalls(this, clientAbilities, parkedCallIds) : null;
    }

    /**
     * Opens a connection to a server of either era.
     *
     * @param isModern the known era; null to detect it
     * @param clientAbilities the abilities that all clients of this connection have
     * @throws UpstreamException if the server cannot be opened, with a message for users
     */
    public static SharedConnection open(
            Upstream upstream, @Nullable Boolean isModern, ClientAbilities clientAbilities, Duration timeout, Log log)
            throws UpstreamException {
        return open(upstream, isModern, clientAbilities, ParkedCallIds.forSingleReplica(), timeout, log);
    }

    /**
     * Opens a connection to a server, from one of several replicas of the gateway.
     *
     * @param parkedCallIds issues the ids of calls that are parked here
     * @throws UpstreamException if the server cannot be opened, with a message for users
     */
    public static SharedConnection open(
            Upstream upstream,
            @Nullable Boolean isModern,
            ClientAbilities clientAbilities,
            ParkedCallIds parkedCallIds,
            Duration timeout,
            Log log)
            throws UpstreamException {
        SharedConnection connection = new SharedConnection(upstream, clientAbilities, parkedCallIds, log);
        upstream.start(new ServerMessageRouter(connection));
        upstream.holdResponses();
        try {
            connection.handshakeResult =
                    new Handshake(connection.createUpstream(false), timeout).open(isModern, clientAbilities);
            return connection;
        } catch (UpstreamException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    public HandshakeResult handshakeResult() {
        HandshakeResult result = handshakeResult;
        if (result == null) {
            throw new IllegalStateException("the handshake is not complete");
        }
        return result;
    }

    /**
     * Connects another client.
     *
     * @param receivesChanges whether the client gets the notifications of changed listings and resources
     */
    public Upstream createUpstream(boolean receivesChanges) {
        lastUsedNanos = System.nanoTime();
        return new SharedUpstream(this, receivesChanges);
    }

    /** Sets the listener for changes of listings and resources. It is called even while there are no clients. */
    public void setChangeListener(Consumer<Message> listener) {
        changeListener = listener;
    }

    void onChange(Message notification) {
        tasks.onChange(notification);
        changeListener.accept(notification);
    }

    /** Returns the tasks of modern clients on a legacy server. */
    public ConnectionTasks tasks() {
        return tasks;
    }

    public boolean isClosed() {
        return closeReason != null;
    }

    /** Returns whether the connection has been unused for that time. */
    public boolean isUnused(Duration idleTime) {
        boolean hasParkedCalls = parkedCalls != null && !parkedCalls.isEmpty();
        return clients.isEmpty() && !hasParkedCalls && System.nanoTime() - lastUsedNanos > idleTime.toNanos();
    }

    /** Ends parked calls that were not resumed in time. Called periodically. */
    public void expireParkedCalls() {
        if (parkedCalls != null) {
            parkedCalls.expire(System.nanoTime());
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            upstream.close();
            onClosed("it was closed");
        }
    }

    // --- messages of clients

    void addClient(SharedUpstream sharedUpstream) {
        clients.add(sharedUpstream);
        String reason = closeReason;
        if (reason != null) {
            sharedUpstream.onClosed(reason);
        }
    }

    void removeClient(SharedUpstream sharedUpstream) {
        lastUsedNanos = System.nanoTime();
        clients.remove(sharedUpstream);
        var _ = pendingRequests.removeIf(request -> request.receiver().equals(sharedUpstream));
    }

    void send(SharedUpstream sharedUpstream, Message message) throws IOException {
        if (message.isRequest()) {
            sendRequest(sharedUpstream, message);
        } else if (message.isCancellation()) {
            cancel(sharedUpstream, message);
        } else if (!message.isResponse() && !INITIALIZED.equals(message.method())) {
            upstream.send(message);
        }
    }

    /** Completes the handshake. Clients run a handshake of their own, which does not reach the server. */
    void sendInitialized() throws IOException {
        upstream.send(Message.notification(INITIALIZED, Slice.of("{}")));
    }

    private void sendRequest(SharedUpstream sharedUpstream, Message message) throws IOException {
        Slice id = Objects.requireNonNull(message.id());
        Slice token = RequestMeta.progressToken(message);
        Slice tokenCopy = token == null ? null : copyOf(token);
        if (parkedCalls != null && ParkedCalls.isResumption(message)) {
            parkedCalls.resume(sharedUpstream, message, copyOf(id), tokenCopy);
            return;
        }
        Slice serverId = serverIds.next();
        Target target = parkedCalls == null ? null : ParkedCalls.findTarget(message);
        PendingRequest pending = new PendingRequest(serverId, sharedUpstream, copyOf(id), tokenCopy, target);
        if (!pendingRequests.add(serverId, pending)) {
            throw new IOException("more than " + PendingRequests.MAX_PENDING + " requests are pending");
        }
        if (parkedCalls != null && target != null) {
            parkedCalls.passUnassignedRequests(serverId);
            // the call may get input requests before its response
            CallerThread.withdrawOffer();
        }
        Message serverRequest = message.withId(serverId);
        upstream.send(token == null ? serverRequest : serverRequest.withinParams(token, serverId));
    }

    private static Slice copyOf(Slice slice) {
        return Slice.of(slice.toByteArray());
    }

    private void cancel(SharedUpstream sharedUpstream, Message message) throws IOException {
        Slice id = message.cancelledId();
        if (id == null) {
            return;
        }
        String key = RequestId.key(id);
        for (PendingRequest pending : pendingRequests.values()) {
            boolean isCancelledRequest = pending.receiver().equals(sharedUpstream)
                    && RequestId.key(pending.id()).equals(key);
            if (isCancelledRequest && pendingRequests.remove(pending.serverId(), pending)) {
                upstream.send(message.withinParams(id, pending.serverId()));
            }
        }
    }

    // --- messages of the server

    @Nullable PendingRequest removePending(Slice id) {
        return pendingRequests.remove(id);
    }

    @Nullable PendingRequest findPending(Slice id) {
        return pendingRequests.find(id);
    }

    /**
     * Returns the only client that has pending requests; null if there are none or several, or if a call is parked, to which a
     * message could belong.
     */
    @Nullable SharedUpstream findOnlyPendingClient() {
        MessageReceiver foundReceiver = null;
        for (PendingRequest request : pendingRequests.values()) {
            if (foundReceiver != null && !foundReceiver.equals(request.receiver())) {
                return null;
            }
            foundReceiver = request.receiver();
        }
        return foundReceiver instanceof SharedUpstream sharedUpstream ? sharedUpstream : null;
    }

    // --- input requests of the server

    /** Returns the parked calls, or null if the clients do not support input requests. */
    @Nullable ParkedCalls parkedCalls() {
        return parkedCalls;
    }

    /** Passes an input request to a client. Returns false if that is not possible. */
    boolean passInputRequest(Message request, Slice id) {
        return parkedCalls != null && parkedCalls.passInputRequest(request, id);
    }

    /** Removes an input request that the server has canceled. Returns whether it was known. */
    boolean removeInputRequest(Slice inputRequestId) {
        return tasks.removeInputRequest(inputRequestId)
                || (parkedCalls != null && parkedCalls.removeInputRequest(inputRequestId));
    }

    /** Returns the last pending call whose result can be input requests, or null. */
    @Nullable PendingRequest findLastCall() {
        PendingRequest lastCall = null;
        for (PendingRequest request : pendingRequests.values()) {
            boolean acceptsInputRequests = request.target() != null && request.receiver() instanceof SharedUpstream;
            lastCall = acceptsInputRequests ? request : lastCall;
        }
        return lastCall;
    }

    /** Replaces the receiver of a pending call. Returns false if the call has changed or ended. */
    boolean replaceReceiver(PendingRequest pending, MessageReceiver newReceiver) {
        return pendingRequests.replace(pending.serverId(), pending, pending.withReceiver(newReceiver));
    }

    /** Replaces a parked call as the receiver of a pending call. Returns false if the call has changed or ended. */
    boolean replaceReceiver(
            ParkedCall parkedCall, MessageReceiver newReceiver, Slice id, @Nullable Slice progressToken) {
        PendingRequest pending = pendingRequests.find(parkedCall.serverId());
        return pending != null
                && pending.receiver().equals(parkedCall)
                && pendingRequests.replace(
                        parkedCall.serverId(),
                        pending,
                        new PendingRequest(parkedCall.serverId(), newReceiver, id, progressToken, pending.target()));
    }

    /** Cancels a parked call that its client has not resumed. */
    void cancelParked(ParkedCall parkedCall) {
        PendingRequest pending = pendingRequests.find(parkedCall.serverId());
        if (pending != null
                && pending.receiver().equals(parkedCall)
                && pendingRequests.remove(parkedCall.serverId(), pending)) {
            sendToServer(Message.cancellation(parkedCall.serverId(), "the client no longer waits for it"));
        }
    }

    /** Returns the clients that get the notifications of changed listings and resources. */
    List<SharedUpstream> receiversOfChanges() {
        return clients.stream().filter(SharedUpstream::receivesChanges).toList();
    }

    /** Sends a response or a notification to the server. */
    void sendToServer(Message message) {
        try {
            upstream.send(message);
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the server no longer reads");
        }
    }

    void onWarning(String warning) {
        log.log(LogSeverity.WARN, warning);
    }

    void onClosed(String reason) {
        if (closeReason == null) {
            closeReason = reason;
            List.copyOf(clients).forEach(sharedUpstream -> sharedUpstream.onClosed(reason));
        }
    }

    Log log() {
        return log;
    }
}
