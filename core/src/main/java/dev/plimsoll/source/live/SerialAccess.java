package dev.plimsoll.source.live;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets one request at a time use a source, and closes the source once. Closing never waits for a request that
 * hangs: this request closes the source when it returns.
 */
final class SerialAccess {

    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable closeAction;
    private volatile boolean isCloseRequested;
    private boolean isClosed;

    /** @param closeAction the action that closes the source; it runs once */
    SerialAccess(Runnable closeAction) {
        this.closeAction = closeAction;
    }

    <T> T run(Supplier<T> operation) {
        lock.lock();
        try {
            return operation.get();
        } finally {
            closeIfRequestedAndUnlock();
        }
    }

    void close() {
        isCloseRequested = true;
        if (lock.tryLock()) {
            closeIfRequestedAndUnlock();
        }
    }

    private void closeIfRequestedAndUnlock() {
        try {
            closeIfRequested();
        } finally {
            lock.unlock();
        }
        // another thread may have requested closing after the check, while this thread still held the lock
        if (isCloseRequested && !lock.isHeldByCurrentThread() && lock.tryLock()) {
            try {
                closeIfRequested();
            } finally {
                lock.unlock();
            }
        }
    }

    private void closeIfRequested() {
        if (isCloseRequested && !isClosed && lock.getHoldCount() == 1) {
            isClosed = true;
            closeAction.run();
        }
    }
}
