package dev.plimsoll.gateway.alert;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.JsonWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Posts the beginning and the end of each alert to a URL, in order. Failed deliveries are retried after a pause.
 * {@link #accept} never waits; if the queue is full, it drops the notification.
 */
public final class Webhook implements Consumer<Episode>, AutoCloseable {

    private static final int QUEUE_CAPACITY = 100;
    private static final int MAX_ATTEMPTS = 6;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    private final ArrayBlockingQueue<Episode> queue = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
    private final AlertSender alertSender;
    private final @Nullable WebhookSignature webhookSignature;
    private final Pause pause;
    private final InstantSource clock;
    private final Log log;
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile @Nullable Thread thread;
    private volatile boolean isClosed;

    /** Pauses between attempts. */
    interface Pause {
        void pause(Duration time) throws InterruptedException;
    }

    /** @param webhookSignature null if notifications are not signed */
    Webhook(
            AlertSender alertSender,
            @Nullable WebhookSignature webhookSignature,
            Pause pause,
            InstantSource clock,
            Log log) {
        this.alertSender = alertSender;
        this.webhookSignature = webhookSignature;
        this.pause = pause;
        this.clock = clock;
        this.log = log;
    }

    public static Webhook create(String url, byte @Nullable [] secret, InstantSource clock, Log log) {
        WebhookSignature webhookSignature = secret == null ? null : new WebhookSignature(secret);
        return new Webhook(new HttpSender(url), webhookSignature, Thread::sleep, clock, log);
    }

    @Override
    public void accept(Episode episode) {
        if (isClosed || !queue.offer(episode)) {
            dropped.incrementAndGet();
            String problem = isClosed ? "webhook is closed" : "webhook queue is full";
            log.log(LogSeverity.WARN, "alert notification dropped: the " + problem);
            return;
        }
        ensureStarted();
    }

    private synchronized void ensureStarted() {
        if (thread == null && !isClosed) {
            thread = Thread.ofPlatform().daemon().name("plimsoll-webhook").start(this::deliver);
        }
    }

    private void deliver() {
        try {
            while (!isClosed) {
                deliver(queue.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Delivers a notification. Retries after an error that may be temporary, up to {@link #MAX_ATTEMPTS} attempts. */
    void deliver(Episode episode) throws InterruptedException {
        byte[] body = body(episode);
        Duration nextPause = FIRST_PAUSE;
        String failure = "";
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            int status = 0;
            try {
                String signature = webhookSignature == null
                        ? null
                        : webhookSignature.sign(clock.instant().getEpochSecond(), body);
                status = alertSender.send(new AlertSender.Notification(episode.id(), attempt, signature, body));
                failure = "status " + status;
            } catch (IOException e) {
                // the message may contain the URL, which may be a secret
                failure = e.getClass().getSimpleName();
            }
            if (status >= 200 && status < 300) {
                delivered.incrementAndGet();
                return;
            }
            boolean isRetryable = status == 0 || status == 408 || status == 429 || status >= 500;
            if (!isRetryable || attempt == MAX_ATTEMPTS) {
                break;
            }
            pause.pause(nextPause);
            nextPause = nextPause.multipliedBy(4).compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : nextPause.multipliedBy(4);
        }
        failed.incrementAndGet();
        log.log(
                LogSeverity.WARN,
                "alert notification failed",
                "rule",
                episode.rule().label(),
                "why",
                failure);
    }

    static byte[] body(Episode episode) {
        JsonWriter json = new JsonWriter(512).beginObject();
        json.string("id", episode.id()).string("alert", episode.rule().label());
        json.string("status", episode.isActive() ? "firing" : "resolved");
        json.string("since", episode.since().toString());
        json.stringOrNull("until", Objects.toString(episode.until(), null));
        json.raw("value", number(episode.value())).raw("worst", number(episode.worst()));
        json.raw("threshold", number(episode.threshold())).string("message", episode.message());
        return json.endObject().toByteArray();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    public long delivered() {
        return delivered.get();
    }

    /** Returns how many notifications were attempted, but never delivered. */
    public long failed() {
        return failed.get();
    }

    /**
     * Returns how many notifications were dropped without an attempt, because the queue was full or the webhook was
     * closed.
     */
    public long dropped() {
        return dropped.get();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }
}
