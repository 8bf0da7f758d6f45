package dev.plimsoll.servlet.body;

import java.util.concurrent.atomic.AtomicLong;

/** Limit of the bytes of bodies in memory, for each body and for all bodies together. Thread-safe. */
public final class BufferQuota {

    private final long maxBody;
    private final long maxTotal;
    private final AtomicLong used = new AtomicLong();

    public BufferQuota(long maxBody, long maxTotal) {
        this.maxBody = maxBody;
        this.maxTotal = Math.max(maxBody, maxTotal);
    }

    /** Returns the limit of one body, in bytes. */
    public long maxBody() {
        return maxBody;
    }

    /** Returns the bytes in use. */
    public long used() {
        return used.get();
    }

    /** Creates an empty reservation for a body. */
    public Reservation newReservation() {
        return new Reservation();
    }

    /** Bytes that are reserved for one body. Not thread-safe. */
    public final class Reservation {

        private long reserved;

        private Reservation() {}

        /** Reserves more bytes. Returns false, and reserves none, if a limit would be exceeded. */
        public boolean reserve(long bytes) {
            if (reserved + bytes > maxBody) {
                return false;
            }
            if (used.addAndGet(bytes) > maxTotal) {
                used.addAndGet(-bytes);
                return false;
            }
            reserved += bytes;
            return true;
        }

        /** Releases all reserved bytes. */
        public void release() {
            used.addAndGet(-reserved);
            reserved = 0;
        }
    }
}
