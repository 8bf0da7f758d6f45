package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.hub.RetryDelay.Pause;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Link to a server for a single request without a session. */
final class RequestServerLink extends ServerLink {

    private @Nullable CompletableFuture<OpenLink> pendingLink;
    private boolean closed;

    RequestServerLink(int index, HubSession hubSession) {
        super(index, hubSession);
    }

    @Override
    synchronized CompletableFuture<OpenLink> openAsync() {
        CompletableFuture<OpenLink> known = pendingLink;
        if (known != null) {
            return known;
        }
        Pause pause = serverGroup().retryDelay(index()).pause();
        if (closed || pause != null) {
            return CompletableFuture.failedFuture(
                    pause == null
                            ? UnavailableMessage.because(name(), "the request has ended")
                            : UnavailableMessage.during(name(), pause));
        }
        CompletableFuture<OpenLink> begun =
                new CompletableFuture<OpenLink>().orTimeout(openTimeout().toMillis(), TimeUnit.MILLISECONDS);
        pendingLink = begun;
        var _ = begun.whenComplete((openLink, failure) -> {
            if (failure instanceof TimeoutException) {
                serverGroup().retryDelay(index()).recordFailure("it did not initialize in time");
            }
        });
        Thread.ofVirtual().name("plimsoll-hub-open").start(() -> openServer(begun));
        return begun;
    }

    private void openServer(CompletableFuture<OpenLink> begun) {
        RetryDelay starts = serverGroup().retryDelay(index());
        try {
            ServerMessageHandler messageHandler = new ServerMessageHandler(this);
            ServerSession line =
                    backend().openForRequest(hubSession().caller(), hubSession().clientAbilities(), messageHandler);
            line.setToolNames(toolNames());
            OpenLink openLink = new OpenLink(line);
            messageHandler.setLink(openLink);
            starts.recordSuccess();
            if (!begun.complete(openLink)) {
                openLink.close();
            }
        } catch (IOException e) {
            starts.recordFailure(String.valueOf(e.getMessage()));
            begun.completeExceptionally(UnavailableMessage.because(name(), String.valueOf(e.getMessage())));
        } catch (BusyException | RuntimeException e) {
            begun.completeExceptionally(UnavailableMessage.because(name(), String.valueOf(e.getMessage())));
        }
    }

    @Override
    synchronized @Nullable OpenLink findOpenLink() {
        CompletableFuture<OpenLink> known = pendingLink;
        return known == null || !known.isDone() || known.isCompletedExceptionally() ? null : known.join();
    }

    @Override
    void close() {
        synchronized (this) {
            closed = true;
            if (pendingLink != null) {
                pendingLink.completeExceptionally(UnavailableMessage.because(name(), "the request has ended"));
            }
        }
        OpenLink openLink = findOpenLink();
        if (openLink != null) {
            openLink.close();
        }
        closeSnapshotLink();
    }
}
