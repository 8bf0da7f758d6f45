package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.hub.server.RetryDelay;
import dev.plimsoll.gateway.hub.server.RetryDelay.Pause;
import dev.plimsoll.gateway.hub.server.UnavailableMessage;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Link to a server for a single request without a session. */
final class RequestServerLink extends ServerLink {

    private @Nullable CompletableFuture<OpenLink> pendingLink;
    private boolean isClosed;

    RequestServerLink(int index, HubSession hubSession) {
        super(index, hubSession);
    }

    @Override
    synchronized CompletableFuture<OpenLink> openAsync() {
        CompletableFuture<OpenLink> pending = pendingLink;
        if (pending != null) {
            return pending;
        }
        Pause pause = serverGroup().retryDelay(index()).findPause();
        if (isClosed || pause != null) {
            return CompletableFuture.failedFuture(
                    pause == null
                            ? UnavailableMessage.forReason(name(), "the request has ended")
                            : UnavailableMessage.forPause(name(), pause));
        }
        CompletableFuture<OpenLink> newLink =
                new CompletableFuture<OpenLink>().orTimeout(openTimeout().toMillis(), TimeUnit.MILLISECONDS);
        pendingLink = newLink;
        var _ = newLink.whenComplete((openLink, failure) -> {
            if (failure instanceof TimeoutException) {
                serverGroup().retryDelay(index()).recordFailure("it did not initialize in time");
            }
        });
        Thread.ofVirtual().name("plimsoll-hub-open").start(() -> openServer(newLink));
        return newLink;
    }

    private void openServer(CompletableFuture<OpenLink> newLink) {
        RetryDelay retryDelay = serverGroup().retryDelay(index());
        try {
            ServerMessageHandler messageHandler = new ServerMessageHandler(this);
            ServerSession serverSession =
                    backend().openForRequest(hubSession().caller(), hubSession().clientAbilities(), messageHandler);
            serverSession.setToolNames(toolNames());
            OpenLink openLink = new OpenLink(serverSession);
            messageHandler.setLink(openLink);
            retryDelay.recordSuccess();
            if (!newLink.complete(openLink)) {
                openLink.close();
            }
        } catch (IOException e) {
            RefusedException reason = UnavailableMessage.forReason(name(), e);
            retryDelay.recordFailure(reason);
            newLink.completeExceptionally(reason);
        } catch (BusyException | RuntimeException e) {
            newLink.completeExceptionally(UnavailableMessage.forReason(name(), e));
        }
    }

    @Override
    public synchronized @Nullable OpenLink findOpenLink() {
        CompletableFuture<OpenLink> pending = pendingLink;
        return pending == null || !pending.isDone() || pending.isCompletedExceptionally() ? null : pending.join();
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            if (pendingLink != null) {
                pendingLink.completeExceptionally(UnavailableMessage.forReason(name(), "the request has ended"));
            }
        }
        OpenLink openLink = findOpenLink();
        if (openLink != null) {
            openLink.close();
        }
        closeSnapshotLink();
    }
}
