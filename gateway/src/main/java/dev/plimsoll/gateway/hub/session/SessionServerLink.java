package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.RetryDelay;
import dev.plimsoll.gateway.hub.server.RetryDelay.Pause;
import dev.plimsoll.gateway.hub.server.UnavailableMessage;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Link to a server in a client's session. Each time the server starts, it is initialized with the client's parameters.
 */
final class SessionServerLink extends ServerLink {

    private static final Message INITIALIZED = Message.notification("notifications/initialized", Slice.of("{}"));

    /** A server that stops sooner than this after its start does not reset the retry delay. */
    private static final Duration STABLE_AFTER = Duration.ofSeconds(10);

    /** Delay after the server has stopped or has rejected this client. Applies only to this session. */
    private final RetryDelay sessionDelay;

    private @Nullable Attempt currentAttempt;
    private final ReentrantLock initializedLock = new ReentrantLock();
    private @Nullable OpenLink initializedLink;
    private volatile @Nullable HubServerInfo hubServerInfo;
    private boolean isClosed;

    /** One attempt to open the server, and the link that it opened. */
    private static final class Attempt {
        private final CompletableFuture<OpenLink> pendingLink;
        private final long startNanos = System.nanoTime();
        private volatile @Nullable OpenLink openedLink;

        Attempt(long millis) {
            pendingLink = new CompletableFuture<OpenLink>().orTimeout(millis, TimeUnit.MILLISECONDS);
        }

        boolean isClosed() {
            OpenLink link = openedLink;
            return link != null && link.session().isClosed();
        }
    }

    SessionServerLink(int index, HubSession hubSession) {
        super(index, hubSession);
        this.sessionDelay = new RetryDelay(hubSession.serverGroup().firstRetryDelay());
    }

    @Override
    synchronized CompletableFuture<OpenLink> openAsync() {
        Attempt attempt = currentAttempt;
        if (attempt != null && attempt.isClosed()) {
            // the server has stopped, but its notification has not arrived yet
            onServerStopped(attempt);
            attempt = null;
        }
        if (attempt != null && !attempt.pendingLink.isCompletedExceptionally()) {
            return attempt.pendingLink;
        }
        Pause pause = findPause();
        if (isClosed || pause != null) {
            return CompletableFuture.failedFuture(
                    pause == null
                            ? UnavailableMessage.forReason(name(), "the session has ended")
                            : UnavailableMessage.forPause(name(), pause));
        }
        Attempt newAttempt = new Attempt(openTimeout().toMillis());
        currentAttempt = newAttempt;
        var _ = newAttempt.pendingLink.whenComplete((openLink, failure) -> {
            if (failure instanceof TimeoutException) {
                serverGroup().retryDelay(index()).recordFailure(timeoutReason());
            }
        });
        Thread.ofVirtual().name("plimsoll-hub-open").start(() -> openServer(newAttempt));
        return newAttempt.pendingLink;
    }

    private @Nullable Pause findPause() {
        Pause sessionPause = sessionDelay.findPause();
        return sessionPause != null
                ? sessionPause
                : serverGroup().retryDelay(index()).findPause();
    }

    /** Returns whether the link is not open and may be opened now. */
    synchronized boolean canReopen() {
        boolean isOpenOrOpening = currentAttempt != null && !currentAttempt.pendingLink.isCompletedExceptionally();
        return !isOpenOrOpening && !isClosed && findPause() == null;
    }

    @Override
    public synchronized @Nullable OpenLink findOpenLink() {
        CompletableFuture<OpenLink> pending = currentAttempt == null ? null : currentAttempt.pendingLink;
        return pending == null || !pending.isDone() || pending.isCompletedExceptionally() ? null : pending.join();
    }

    @Override
    public @Nullable HubServerInfo serverInfo() {
        HubServerInfo sessionInfo = hubServerInfo;
        return sessionInfo != null ? sessionInfo : super.serverInfo();
    }

    private void openServer(Attempt attempt) {
        ServerMessageHandler messageHandler = new ServerMessageHandler(this);
        try {
            ServerSession serverSession = backend()
                    .open(
                            hubSession().caller(),
                            String.valueOf(hubSession().sessionId()),
                            hubSession().clientAbilities(),
                            messageHandler,
                            () -> onServerStopped(attempt));
            serverSession.setToolNames(toolNames());
            OpenLink openLink = new OpenLink(serverSession);
            attempt.openedLink = openLink;
            messageHandler.setLink(openLink);
            initialize(attempt, openLink);
        } catch (IOException | RefusedException e) {
            recordFailure(attempt, UnavailableMessage.forReason(name(), e));
        } catch (BusyException e) {
            sessionDelay.recordFailure(String.valueOf(e.getMessage()));
            attempt.pendingLink.completeExceptionally(
                    UnavailableMessage.forReason(name(), String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            serverGroup()
                    .log()
                    .log(
                            LogSeverity.ERROR,
                            "internal error",
                            "error",
                            e.getClass().getName());
            recordFailure(attempt, UnavailableMessage.forReason(name(), "it could not be opened"));
        }
    }

    private void initialize(Attempt attempt, OpenLink openLink) {
        long deadlineNanos = System.nanoTime() + backend().startTimeout().toNanos();
        Slice params = Objects.requireNonNullElse(hubSession().initializeParams(), Slice.of("{}"));
        Message response = sendAndWait(openLink, "initialize", params, deadlineNanos);
        Slice result = response == null ? null : response.result();
        if (result == null || Json.type(result) != JsonType.OBJECT) {
            RefusedException failure = openLink.session().findFailure();
            if (failure != null && UpstreamException.isPassedToCallers(failure)) {
                throw failure;
            }
            String reason = response == null ? timeoutReason() : refusalReason(response);
            if (response != null && isRevisionRejected(response)) {
                // delays only this client's retries: the server may accept other clients
                rejectClient(attempt, reason);
                return;
            }
            throw UnavailableMessage.forReason(name(), reason);
        }
        HubServerInfo serverInfo = HubServerInfo.of(result);
        hubServerInfo = serverInfo;
        serverGroup().setServerInfo(index(), serverInfo);
        serverGroup().retryDelay(index()).recordSuccess();
        if (hubSession().isInitialized()) {
            sendInitialized(openLink);
        }
        hubSession().restoreState(this, openLink, serverInfo);
        if (!attempt.pendingLink.complete(openLink)) {
            closeInBackground(openLink);
            return;
        }
        // the client may have been initialized after the first check, when this link was not open yet
        if (hubSession().isInitialized()) {
            sendInitialized(openLink);
        }
        hubSession().notifyListChanges(this, openLink);
    }

    private String timeoutReason() {
        return "it did not initialize within " + backend().startTimeout().toSeconds() + " s";
    }

    /**
     * Returns why a server cannot be opened: the error message if the gateway wrote it, otherwise only the error code.
     */
    private String refusalReason(Message response) {
        Slice error = response.error();
        String message = ObjectEdit.textIn(error, "message", 1024);
        Slice code = response.errorCode();
        if (message != null && message.startsWith(UnavailableMessage.prefix(name()))) {
            return message;
        }
        return "it rejects initialize" + (code == null || code.length() > 20 ? "" : " (error " + code.utf8() + ")");
    }

    /** Returns whether the server rejects this client's revision. */
    private static boolean isRevisionRejected(Message response) {
        return ErrorObject.codeOf(response) == ErrorObject.UNSUPPORTED_REVISION;
    }

    private void rejectClient(Attempt attempt, String reason) {
        sessionDelay.recordFailure(reason);
        markUnavailable(attempt, UnavailableMessage.forReason(name(), reason));
    }

    private void recordFailure(Attempt attempt, RefusedException reason) {
        serverGroup().retryDelay(index()).recordFailure(reason);
        markUnavailable(attempt, reason);
    }

    private void markUnavailable(Attempt attempt, RefusedException reason) {
        serverGroup()
                .log()
                .log(LogSeverity.WARN, "a server is unavailable", "server", name(), "why", reason.getMessage());
        attempt.pendingLink.completeExceptionally(reason);
        closeInBackground(attempt.openedLink);
    }

    /** Sends {@code initialized} once for each link, before any other message. */
    void sendInitialized(OpenLink openLink) {
        initializedLock.lock();
        try {
            if (initializedLink != openLink) {
                initializedLink = openLink;
                openLink.send(INITIALIZED);
            }
        } finally {
            initializedLock.unlock();
        }
    }

    private void onServerStopped(Attempt attempt) {
        boolean wasOpen = attempt.pendingLink.isDone() && !attempt.pendingLink.isCompletedExceptionally();
        attempt.pendingLink.completeExceptionally(UnavailableMessage.forReason(name(), "it has stopped"));
        boolean wasCurrent;
        synchronized (this) {
            wasCurrent = currentAttempt == attempt && !isClosed;
            if (wasCurrent) {
                currentAttempt = null;
            }
        }
        if (wasCurrent && wasOpen) {
            if (System.nanoTime() - attempt.startNanos > STABLE_AFTER.toNanos()) {
                sessionDelay.reset();
            }
            sessionDelay.recordFailure("it has stopped");
            serverGroup().log().log(LogSeverity.WARN, "a server has stopped", "server", name());
        }
        closeInBackground(attempt.openedLink);
    }

    private void closeInBackground(@Nullable OpenLink openLink) {
        if (openLink != null) {
            Thread.ofVirtual().name("plimsoll-hub-close").start(() -> {
                hubSession().cancelServerRequests(openLink);
                openLink.close();
            });
        }
    }

    @Override
    public void close() {
        Attempt lastAttempt;
        synchronized (this) {
            isClosed = true;
            lastAttempt = currentAttempt;
        }
        if (lastAttempt != null) {
            lastAttempt.pendingLink.completeExceptionally(
                    UnavailableMessage.forReason(name(), "the session has ended"));
            OpenLink openLink = lastAttempt.openedLink;
            if (openLink != null) {
                openLink.close();
            }
        }
        closeSnapshotLink();
    }
}
