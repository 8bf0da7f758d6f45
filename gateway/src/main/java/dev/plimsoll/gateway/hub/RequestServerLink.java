package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerLine;
import dev.plimsoll.gateway.hub.RetryDelay.Pause;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Link to a server for a single request without a session. */
final class RequestServerLink extends ServerLink {

    private @Nullable CompletableFuture<OpenLink> opening;
    private boolean closed;

    RequestServerLink(int index, HubSession hubSession) {
        super(index, hubSession);
    }

    @Override
    synchronized CompletableFuture<OpenLink> live() {
        CompletableFuture<OpenLink> known = opening;
        if (known != null) {
            return known;
        }
        Pause pause = circle().starts(index()).pause();
        if (closed || pause != null) {
            return CompletableFuture.failedFuture(
                    pause == null
                            ? UnavailableMessage.because(name(), "the request has ended")
                            : UnavailableMessage.during(name(), pause));
        }
        CompletableFuture<OpenLink> begun =
                new CompletableFuture<OpenLink>().orTimeout(opening().toMillis(), TimeUnit.MILLISECONDS);
        opening = begun;
        var _ = begun.whenComplete((openLink, failure) -> {
            if (failure instanceof TimeoutException) {
                circle().starts(index()).failed("it did not initialize in time");
            }
        });
        Thread.ofVirtual().name("plimsoll-hub-open").start(() -> openServer(begun));
        return begun;
    }

    private void openServer(CompletableFuture<OpenLink> begun) {
        RetryDelay starts = circle().starts(index());
        try {
            ServerMessageHandler messageHandler = new ServerMessageHandler(this);
            ServerLine line = backend().once(talk().caller(), talk().abilities(), messageHandler);
            line.naming(names());
            OpenLink openLink = new OpenLink(line);
            messageHandler.over(openLink);
            starts.worked();
            if (!begun.complete(openLink)) {
                openLink.close();
            }
        } catch (IOException e) {
            starts.failed(String.valueOf(e.getMessage()));
            begun.completeExceptionally(UnavailableMessage.because(name(), String.valueOf(e.getMessage())));
        } catch (BusyException | RuntimeException e) {
            begun.completeExceptionally(UnavailableMessage.because(name(), String.valueOf(e.getMessage())));
        }
    }

    @Override
    synchronized @Nullable OpenLink open() {
        CompletableFuture<OpenLink> known = opening;
        return known == null || !known.isDone() || known.isCompletedExceptionally() ? null : known.join();
    }

    @Override
    void close() {
        synchronized (this) {
            closed = true;
            if (opening != null) {
                opening.completeExceptionally(UnavailableMessage.because(name(), "the request has ended"));
            }
        }
        OpenLink openLink = open();
        if (openLink != null) {
            openLink.close();
        }
        closeKept();
    }
}
