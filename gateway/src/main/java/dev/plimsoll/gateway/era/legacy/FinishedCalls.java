package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The results of calls that a client wanted to run as tasks, but whose results the server returned at once. The client
 * sees each such call as a task that is completed from the start. The oldest results are dropped first.
 */
final class FinishedCalls {

    private static final int MAX_CALLS = 32;
    private static final long MAX_BYTES = 32L << 20;
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final Duration lifetime;
    private final BiConsumer<Duration, Runnable> timer;
    private final Map<String, FinishedCall> callByTask = new LinkedHashMap<>();
    private long totalBytes;
    private boolean isRemovalScheduled;

    FinishedCalls() {
        this(LIFETIME, FinishedCalls::runAfter);
    }

    /** @param timer runs an action after a delay */
    FinishedCalls(Duration lifetime, BiConsumer<Duration, Runnable> timer) {
        this.lifetime = lifetime;
        this.timer = timer;
    }

    static void runAfter(Duration delay, Runnable action) {
        CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS)
                .execute(action);
    }

    /**
     * A finished call.
     *
     * @param task the task as the client sees it
     * @param result the result in the form of the client's revision
     */
    record FinishedCall(Slice task, Slice result, Instant expiry) {}

    /** Stores a result. Returns its task. */
    synchronized Slice add(Slice result) {
        String id = "plimsoll-" + UUID.randomUUID();
        Instant now = Instant.now();
        JsonWriter json = new JsonWriter(256).beginObject();
        json.string("taskId", id).string("status", "completed");
        json.string("createdAt", now.toString()).string("lastUpdatedAt", now.toString());
        Slice task = json.number("ttl", lifetime.toMillis()).endObject().slice();
        callByTask.put(id, new FinishedCall(task, result, now.plus(lifetime)));
        totalBytes += result.length();
        Iterator<FinishedCall> oldest = callByTask.values().iterator();
        while (callByTask.size() > 1 && (callByTask.size() > MAX_CALLS || totalBytes > MAX_BYTES)) {
            totalBytes -= oldest.next().result().length();
            oldest.remove();
        }
        scheduleRemoval(lifetime);
        return task;
    }

    /**
     * Schedules the next removal unless one is scheduled already. There is no timer for each result, because a
     * client can make any number of calls during the lifetime of a result.
     */
    private void scheduleRemoval(Duration delay) {
        if (!isRemovalScheduled) {
            isRemovalScheduled = true;
            timer.accept(delay.plusMillis(1), this::removeExpired);
        }
    }

    private synchronized void removeExpired() {
        isRemovalScheduled = false;
        Instant now = Instant.now();
        Iterator<FinishedCall> oldest = callByTask.values().iterator();
        while (oldest.hasNext()) {
            FinishedCall call = oldest.next();
            if (call.expiry().isAfter(now)) {
                scheduleRemoval(Duration.between(now, call.expiry()));
                return;
            }
            totalBytes -= call.result().length();
            oldest.remove();
        }
    }

    /** Drops all results. */
    synchronized void clear() {
        callByTask.clear();
        totalBytes = 0;
    }

    /** Returns the bytes of the results that are stored. */
    synchronized long bytes() {
        return totalBytes;
    }

    /** Returns the call of a task; null if there is none, or if its lifetime is over. */
    synchronized @Nullable FinishedCall find(String taskId) {
        FinishedCall call = callByTask.get(taskId);
        return call == null || call.expiry().isBefore(Instant.now()) ? null : call;
    }
}
