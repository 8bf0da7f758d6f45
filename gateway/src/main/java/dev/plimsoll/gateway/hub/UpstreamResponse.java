package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for the response to a request of the hub. */
final class UpstreamResponse implements OpenLink.Waiter {

    private final CompletableFuture<@Nullable Message> answer = new CompletableFuture<>();

    @Override
    public void send(Slice... pieces) {
        answer.complete(Message.of(Message.joined(pieces)));
    }

    @Override
    public void onCancelled() {
        answer.complete(null);
    }

    @Override
    public void lost() {
        answer.complete(null);
    }

    /** Returns whether the wait is over, with or without a response. */
    boolean isThere() {
        return answer.isDone();
    }

    /** Returns the response; null if there is none by the deadline. */
    @Nullable Message until(long deadlineNanos) {
        try {
            return answer.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
