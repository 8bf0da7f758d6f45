package dev.plimsoll.live;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One request at a time comes to a source, and none behind its end. Who ends it never waits for a request that hangs: that one
 * ends it when it is back.
 */
final class SerialAccess {

    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable end;
    private volatile boolean over;
    private boolean ended;

    /** @param end what is done at the end, once */
    SerialAccess(Runnable end) {
        this.end = end;
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
        // somebody may have ended it between the look and the unlocking, and found it taken
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
