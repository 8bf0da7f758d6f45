package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.json.frame.MemoryReservation;

/**
 * Reserves memory for the long messages of a session. Short messages need no reservation, so they are never refused.
 */
final class SessionMessages implements MessageMemory, AutoCloseable {

    /** Maximum length of a message that needs no reservation. */
    static final long SHORT_BYTES = 1 << 20;

    private final FairPool pool;
    private final String session;
    private long totalReserved;
    private boolean isClosed;

    SessionMessages(FairPool pool, String session) {
        this.pool = pool;
        this.session = session;
    }

    @Override
    public MemoryReservation openReservation() {
        return new Reservation();
    }

    /** Reserves memory, or releases it if the number is negative. Returns false if there is not enough memory. */
    private synchronized boolean reserve(long bytes) {
        if (isClosed) {
            return bytes <= 0;
        }
        if (bytes > 0) {
            try {
                pool.take(session, bytes);
            } catch (BusyException e) {
                return false;
            }
        } else {
            pool.release(session, -bytes);
        }
        totalReserved += bytes;
        return true;
    }

    /** Releases all memory, and refuses further long messages. */
    @Override
    public synchronized void close() {
        pool.release(session, totalReserved);
        totalReserved = 0;
        isClosed = true;
    }

    /** Reservation for the message that is being read. Not thread-safe. */
    private final class Reservation implements MemoryReservation {

        private long reserved;

        @Override
        public boolean tryResize(long bytes) {
            long needed = bytes <= SHORT_BYTES ? 0 : bytes;
            if (needed != reserved && !reserve(needed - reserved)) {
                return false;
            }
            reserved = needed;
            return true;
        }
    }
}
