package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.ServerLine;
import dev.plimsoll.gateway.hub.BackOff.Pause;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A server for one request that says all about itself. */
final class OnceSpoke extends Spoke {

    private @Nullable CompletableFuture<Live> opening;
    private boolean closed;

    OnceSpoke(int index, Talk talk) {
        super(index, talk);
    }

    @Override
    synchronized CompletableFuture<Live> live() {
        CompletableFuture<Live> known = opening;
        if (known != null) {
            return known;
        }
        Pause pause = circle().starts(index()).pause();
        if (closed || pause != null) {
            return CompletableFuture.failedFuture(
                    pause == null
                            ? Unavailable.because(name(), "the request is over")
                            : Unavailable.during(name(), pause));
        }
        CompletableFuture<Live> begun =
                new CompletableFuture<Live>().orTimeout(opening().toMillis(), TimeUnit.MILLISECONDS);
        opening = begun;
        var _ = begun.whenComplete((live, failure) -> {
            if (failure instanceof TimeoutException) {
                circle().starts(index()).failed("it gave no first answer in time");
            }
        });
        Thread.ofVirtual().name("plimsoll-hub-open").start(() -> open(begun));
        return begun;
    }

    private void open(CompletableFuture<Live> begun) {
        BackOff starts = circle().starts(index());
        try {
            FromServer ear = new FromServer(this);
            ServerLine line = backend().once(talk().caller(), talk().abilities(), ear);
            line.naming(names());
            Live live = new Live(line);
            ear.over(live);
            starts.worked();
            if (!begun.complete(live)) {
                live.close();
            }
        } catch (IOException e) {
            starts.failed(String.valueOf(e.getMessage()));
            begun.completeExceptionally(Unavailable.because(name(), String.valueOf(e.getMessage())));
        } catch (BusyException | RuntimeException e) {
            begun.completeExceptionally(Unavailable.because(name(), String.valueOf(e.getMessage())));
        }
    }

    @Override
    synchronized @Nullable Live open() {
        CompletableFuture<Live> known = opening;
        return known == null || !known.isDone() || known.isCompletedExceptionally() ? null : known.join();
    }

    @Override
    void close() {
        synchronized (this) {
            closed = true;
            if (opening != null) {
                opening.completeExceptionally(Unavailable.because(name(), "the request is over"));
            }
        }
        Live live = open();
        if (live != null) {
            live.close();
        }
        closeKept();
    }
}
