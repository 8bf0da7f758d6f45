package dev.plimsoll.gateway.endpoint;

import java.util.concurrent.Semaphore;

/** Pool with a fixed number of permits. */
public final class PermitPool {

    private final String key;
    private final int most;
    private final Semaphore free;

    /** @param key the configuration key that sets the limit */
    public PermitPool(String key, int maxPermits) {
        this.key = key;
        this.most = maxPermits;
        this.free = new Semaphore(maxPermits);
    }

    public void take() throws BusyException {
        if (!free.tryAcquire()) {
            throw new BusyException(key, most);
        }
    }

    public int used() {
        return most - free.availablePermits();
    }

    public void give() {
        free.release();
    }
}
