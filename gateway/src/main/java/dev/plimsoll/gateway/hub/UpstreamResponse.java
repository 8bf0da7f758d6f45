package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The answer to a request of ours. */
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

    /** Whether something has come, be it that there is no answer. */
    boolean isThere() {
        return answer.isDone();
    }

    /** Null when there is none, or none until then. */
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
