package dev.plimsoll.gateway.replica;

import dev.plimsoll.cache.Held;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Gives results up that answer no more, one after the other: where each costs a way, no call waits for thousands of them. */
public final class Aside implements Consumer<Held>, AutoCloseable {

    /** What comes when so many wait is left to its own end. */
    private static final int MOST = 10_000;

    private final LinkedBlockingQueue<Held> waiting = new LinkedBlockingQueue<>(MOST);
    private final Thread thread;

    public Aside(Consumer<Held> release) {
        this.thread = Thread.ofVirtual().name("plimsoll-released").start(() -> releaseAll(release));
    }

    @Override
    @SuppressWarnings("CheckReturnValue")
    public void accept(Held held) {
        waiting.offer(held);
    }

    private void releaseAll(Consumer<Held> release) {
        try {
            while (true) {
                release(waiting.take(), release);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void release(Held held, Consumer<Held> release) {
        try {
            release.accept(held);
        } catch (RuntimeException e) {
            // it ends by itself
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
