package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for the response to a request of the hub. */
final class UpstreamResponse implements OpenLink.ResponseListener {

    private final CompletableFuture<@Nullable Message> response = new CompletableFuture<>();
    private final boolean isProgram;

    UpstreamResponse() {
        this(false);
    }

    /** @param isProgram whether a program makes the request: then it gets listings whole */
    UpstreamResponse(boolean isProgram) {
        this.isProgram = isProgram;
    }

    @Override
    public boolean isProgram() {
        return isProgram;
    }

    @Override
    public void send(Message message) {
        response.complete(message);
    }

    @Override
    public void onCancelled() {
        response.complete(null);
    }

    @Override
    public void onConnectionLost() {
        response.complete(null);
    }

    /** Returns whether the wait is over, with or without a response. */
    boolean isDone() {
        return response.isDone();
    }

    /** Returns the response; null if there is none by the deadline. */
    @Nullable Message await(long deadlineNanos) {
        try {
            return response.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
