package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends progress notifications at an interval while a request runs, if the client gave a token for them. */
final class ProgressNotifier implements AutoCloseable {

    private static final int LONGEST_TOKEN = 1024;

    private final Peer client;
    private final @Nullable Slice token;
    private final Duration every;
    private int told;
    private boolean over;

    private ProgressNotifier(Peer client, @Nullable Slice token, Duration every) {
        this.client = client;
        this.token = token;
        this.every = every;
    }

    /** Starts the notifications, until the notifier is closed. Does nothing for a request without a token. */
    static ProgressNotifier of(Message request, Peer client, Duration every) {
        Slice meta = Revision.meta(request);
        Slice token = meta == null ? null : ObjectEdit.valueIn(meta, "progressToken");
        if (token == null || token.length() > LONGEST_TOKEN) {
            return new ProgressNotifier(client, null, every);
        }
        // a copy, because the notifier may outlive the message
        ProgressNotifier progressNotifier = new ProgressNotifier(client, Slice.of(token.toByteArray()), every);
        progressNotifier.next();
        return progressNotifier;
    }

    private void next() {
        CompletableFuture.delayedExecutor(every.toMillis(), TimeUnit.MILLISECONDS)
                .execute(this::tell);
    }

    private synchronized void tell() {
        Slice progressToken = token;
        if (over || progressToken == null) {
            return;
        }
        told++;
        ByteSink params =
                new ByteSink(96).ascii("{\"progressToken\":").raw(progressToken).ascii(",\"progress\":");
        try {
            client.send(Message.notification(
                    "notifications/progress", params.number(told).ascii("}").slice()));
            next();
        } catch (IOException e) {
            over = true; // the client has closed
        }
    }

    /** Stops the notifications; the response comes next. */
    @Override
    public synchronized void close() {
        over = true;
    }
}
