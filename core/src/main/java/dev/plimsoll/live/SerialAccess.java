package dev.plimsoll.live;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one request at a time use a source, and closes it once. Closing never waits for a request that hangs: the
 * request closes the source when it returns.
 */
final class SerialAccess {

    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable end;
    private volatile boolean over;
    private boolean ended;

    /** @param closeAction the action that closes the source; it runs once */
    SerialAccess(Runnable closeAction) {
        this.end = closeAction;
    }

    <T> T take(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            leave();
        }
    }

    void end() {
        over = true;
        if (lock.tryLock()) {
            leave();
        }
    }

    private void leave() {
        try {
            finish();
        } finally {
            lock.unlock();
        }
        // another thread may have requested closing after the check, while this thread still held the lock
        if (over && !lock.isHeldByCurrentThread() && lock.tryLock()) {
            try {
                finish();
            } finally {
                lock.unlock();
            }
        }
    }

    private void finish() {
        if (over && !ended && lock.getHoldCount() == 1) {
            ended = true;
            end.run();
        }
    }
}
