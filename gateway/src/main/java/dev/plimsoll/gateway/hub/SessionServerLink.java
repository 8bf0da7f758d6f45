package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerLine;
import dev.plimsoll.gateway.hub.RetryDelay.Pause;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
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

    private static final Slice INITIALIZED = Message.notification("notifications/initialized", Slice.of("{}"));

    private static final String UNSUPPORTED_REVISION = "-32022";

    /** A server that stops sooner than this does not reset the retry delay. */
    private static final Duration STEADY = Duration.ofSeconds(10);

    private final RetryDelay losses;
    private @Nullable Attempt current;
    private final ReentrantLock telling = new ReentrantLock();
    private @Nullable OpenLink told;
    private volatile @Nullable HubServerInfo hubServerInfo;
    private boolean closed;

    /** One attempt to open the server. */
    private static final class Attempt {
        private final CompletableFuture<OpenLink> live;
        private final long begunNanos = System.nanoTime();
        private volatile @Nullable OpenLink before;

        Attempt(long millis) {
            live = new CompletableFuture<OpenLink>().orTimeout(millis, TimeUnit.MILLISECONDS);
        }

        boolean isOver() {
            OpenLink link = before;
            return link != null && link.line().isOver();
        }
    }

    SessionServerLink(int index, HubSession hubSession) {
        super(index, hubSession);
        this.losses = new RetryDelay(hubSession.circle().firstPause());
    }

    @Override
    synchronized CompletableFuture<OpenLink> live() {
        Attempt known = current;
        if (known != null && known.isOver()) {
            // the server has stopped, but its notification has not arrived yet
            ended(known);
            known = null;
        }
        if (known != null && !known.live.isCompletedExceptionally()) {
            return known.live;
        }
        Pause pause = pause();
        if (closed || pause != null) {
            return CompletableFuture.failedFuture(
                    pause == null
                            ? UnavailableMessage.because(name(), "the session has ended")
                            : UnavailableMessage.during(name(), pause));
        }
        Attempt begun = new Attempt(opening().toMillis());
        current = begun;
        var _ = begun.live.whenComplete((openLink, failure) -> {
            if (failure instanceof TimeoutException) {
                circle().starts(index()).failed(silence());
            }
        });
        Thread.ofVirtual().name("plimsoll-hub-open").start(() -> openServer(begun));
        return begun.live;
    }

    private @Nullable Pause pause() {
        Pause lost = losses.pause();
        return lost != null ? lost : circle().starts(index()).pause();
    }

    /** Returns whether the link is not open but could be opened. */
    synchronized boolean isMissing() {
        boolean has = current != null && !current.live.isCompletedExceptionally();
        return !has && !closed && pause() == null;
    }

    @Override
    synchronized @Nullable OpenLink open() {
        CompletableFuture<OpenLink> known = current == null ? null : current.live;
        return known == null || !known.isDone() || known.isCompletedExceptionally() ? null : known.join();
    }

    @Override
    @Nullable HubServerInfo opened() {
        HubServerInfo known = hubServerInfo;
        return known != null ? known : super.opened();
    }

    private void openServer(Attempt attempt) {
        ServerMessageHandler messageHandler = new ServerMessageHandler(this);
        try {
            ServerLine line = backend()
                    .open(
                            talk().caller(),
                            String.valueOf(talk().session()),
                            talk().abilities(),
                            messageHandler,
                            () -> ended(attempt));
            line.naming(names());
            OpenLink openLink = new OpenLink(line);
            attempt.before = openLink;
            messageHandler.over(openLink);
            initialize(attempt, openLink);
        } catch (IOException e) {
            failed(attempt, String.valueOf(e.getMessage()));
        } catch (RefusedException e) {
            failed(attempt, String.valueOf(e.getMessage()));
        } catch (BusyException e) {
            losses.failed(String.valueOf(e.getMessage()));
            attempt.live.completeExceptionally(UnavailableMessage.because(name(), String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            circle().log()
                    .log(
                            LogSeverity.ERROR,
                            "internal error",
                            "error",
                            e.getClass().getName());
            failed(attempt, "it could not be opened");
        }
    }

    private void initialize(Attempt attempt, OpenLink openLink) {
        long deadline = System.nanoTime() + backend().opening().toNanos();
        Slice params = Objects.requireNonNullElse(talk().opening(), Slice.of("{}"));
        Message answer = ask(openLink, "initialize", params, deadline);
        Slice result = answer == null ? null : answer.result();
        if (result == null || Json.type(result) != JsonType.OBJECT) {
            String reason = answer == null ? silence() : refusal(answer);
            if (answer != null && isRefused(answer)) {
                // does not count as a failure for all clients: the server may accept another client
                refused(attempt, reason);
                return;
            }
            throw UnavailableMessage.because(name(), reason);
        }
        HubServerInfo serverInfo = HubServerInfo.of(result);
        hubServerInfo = serverInfo;
        circle().setServerInfo(index(), serverInfo);
        circle().starts(index()).worked();
        if (talk().isReady()) {
            tell(openLink);
        }
        talk().restore(this, openLink, serverInfo);
        if (!attempt.live.complete(openLink)) {
            closeInBackground(openLink);
            return;
        }
        if (talk().isReady()) {
            tell(openLink);
        }
        talk().opened(this, openLink);
    }

    private String silence() {
        return "it did not initialize within " + backend().opening().toSeconds() + " s";
    }

    /** Returns why a server cannot be opened: the message if it is one of ours, otherwise only the error code. */
    private String refusal(Message answer) {
        Slice error = ObjectEdit.objectIn(answer.bytes(), "error");
        String message = ObjectEdit.textIn(error, "message", 1024);
        Slice code = error == null ? null : ObjectEdit.valueIn(error, "code");
        if (message != null && message.startsWith(UnavailableMessage.prefix(name()))) {
            return message;
        }
        return "it rejects initialize" + (code == null || code.length() > 20 ? "" : " (error " + code.utf8() + ")");
    }

    /** Returns whether the server rejects this client's revision. */
    private static boolean isRefused(Message answer) {
        Slice error = ObjectEdit.objectIn(answer.bytes(), "error");
        Slice code = error == null ? null : ObjectEdit.valueIn(error, "code");
        return code != null && code.utf8().equals(UNSUPPORTED_REVISION);
    }

    private void refused(Attempt attempt, String reason) {
        losses.failed(reason);
        unavailable(attempt, reason);
    }

    private void failed(Attempt attempt, String reason) {
        circle().starts(index()).failed(reason);
        unavailable(attempt, reason);
    }

    private void unavailable(Attempt attempt, String reason) {
        circle().log().log(LogSeverity.WARN, "a server is unavailable", "server", name(), "why", reason);
        attempt.live.completeExceptionally(UnavailableMessage.because(name(), reason));
        closeInBackground(attempt.before);
    }

    /** Sends {@code initialized} once for each link, before any other message. */
    void tell(OpenLink openLink) {
        telling.lock();
        try {
            if (told != openLink) {
                told = openLink;
                openLink.tell(INITIALIZED);
            }
        } finally {
            telling.unlock();
        }
    }

    private void ended(Attempt attempt) {
        boolean wasOpen = attempt.live.isDone() && !attempt.live.isCompletedExceptionally();
        attempt.live.completeExceptionally(UnavailableMessage.because(name(), "it has stopped"));
        boolean lost;
        synchronized (this) {
            lost = current == attempt && !closed;
            if (lost) {
                current = null;
            }
        }
        if (lost && wasOpen) {
            if (System.nanoTime() - attempt.begunNanos > STEADY.toNanos()) {
                losses.worked();
            }
            losses.failed("it has stopped");
            circle().log().log(LogSeverity.WARN, "a server has stopped", "server", name());
        }
        closeInBackground(attempt.before);
    }

    private void closeInBackground(@Nullable OpenLink openLink) {
        if (openLink != null) {
            Thread.ofVirtual().name("plimsoll-hub-close").start(() -> {
                talk().lost(openLink);
                openLink.close();
            });
        }
    }

    @Override
    void close() {
        Attempt last;
        synchronized (this) {
            closed = true;
            last = current;
        }
        if (last != null) {
            last.live.completeExceptionally(UnavailableMessage.because(name(), "the session has ended"));
            OpenLink openLink = last.before;
            if (openLink != null) {
                openLink.close();
            }
        }
        closeKept();
    }
}
