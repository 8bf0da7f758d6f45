package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.upstream.MessageMemory;
import java.util.function.LongPredicate;

/** Memory for the long messages of a session. Short messages need no reservation, so they always get through. */
final class SessionMessages implements MessageMemory, AutoCloseable {

    /** Longest message without a reservation. */
    static final long SHORT_BYTES = 1 << 20;

    private final FairPool pool;
    private final String session;
    private long taken;
    private boolean isClosed;

    SessionMessages(FairPool pool, String session) {
        this.pool = pool;
        this.session = session;
    }

    @Override
    public LongPredicate open() {
        return new Reservation();
    }

    private synchronized boolean change(long bytes) {
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
        taken += bytes;
        return true;
    }

    /** Gives all memory back, and refuses further long messages. */
    @Override
    public synchronized void close() {
        pool.release(session, taken);
        taken = 0;
        isClosed = true;
    }

    /** Bytes of one message at a time. Used by one thread at a time. */
    private final class Reservation implements LongPredicate {

        private long held;

        @Override
        public boolean test(long bytes) {
            long needed = bytes <= SHORT_BYTES ? 0 : bytes;
            if (needed != held && !change(needed - held)) {
                return false;
            }
            held = needed;
            return true;
        }
    }
}
