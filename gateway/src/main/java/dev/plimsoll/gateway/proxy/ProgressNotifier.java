package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends a progress notification at each interval while a request runs, if the request has a progress token. */
final class ProgressNotifier implements AutoCloseable {

    private static final int MAX_TOKEN_BYTES = 1024;

    private final Peer client;
    private final @Nullable Slice token;
    private final Duration interval;
    private int sentCount;
    private boolean isClosed;

    private ProgressNotifier(Peer client, @Nullable Slice token, Duration interval) {
        this.client = client;
        this.token = token;
        this.interval = interval;
    }

    /**
     * Starts the notifications, which continue until the notifier is closed. For a request without a token,
     * nothing is sent.
     */
    static ProgressNotifier start(Message request, Peer client, Duration interval) {
        Slice token = RequestMeta.progressToken(request);
        if (token == null || token.length() > MAX_TOKEN_BYTES) {
            return new ProgressNotifier(client, null, interval);
        }
        // a copy, because the notifier may outlive the message
        ProgressNotifier progressNotifier = new ProgressNotifier(client, Slice.of(token.toByteArray()), interval);
        progressNotifier.schedule();
        return progressNotifier;
    }

    private void schedule() {
        CompletableFuture.delayedExecutor(interval.toMillis(), TimeUnit.MILLISECONDS)
                .execute(this::sendProgress);
    }

    private synchronized void sendProgress() {
        Slice progressToken = token;
        if (isClosed || progressToken == null) {
            return;
        }
        sentCount++;
        JsonWriter params = new JsonWriter(96).beginObject().raw("progressToken", progressToken);
        try {
            client.send(Message.notification(
                    "notifications/progress",
                    params.number("progress", sentCount).endObject().slice()));
            schedule();
        } catch (IOException e) {
            isClosed = true; // the client has closed
        }
    }

    /** Stops the notifications. After this, the response can be sent: no notification may follow it. */
    @Override
    public synchronized void close() {
        isClosed = true;
    }
}
