package dev.plimsoll.gateway.endpoint;

import java.util.concurrent.Semaphore;

/** Pool with a fixed number of permits. */
public final class PermitPool {

    private final String key;
    private final int maxPermits;
    private final Semaphore permits;

    /** @param key the configuration key that sets the limit */
    public PermitPool(String key, int maxPermits) {
        this.key = key;
        this.maxPermits = maxPermits;
        this.permits = new Semaphore(maxPermits);
    }

    public void acquire() throws BusyException {
        if (!permits.tryAcquire()) {
            throw new BusyException(key, maxPermits);
        }
    }

    public int usedPermits() {
        return maxPermits - permits.availablePermits();
    }

    public void release() {
        permits.release();
    }
}
