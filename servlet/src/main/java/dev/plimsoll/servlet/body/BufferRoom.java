package dev.plimsoll.servlet.body;

import java.util.concurrent.atomic.AtomicLong;

/** Limits of the bytes that the filter holds in memory: for one body, and for all together. Thread-safe. */
public final class BufferRoom {

    private final long maxBody;
    private final long maxTotal;
    private final AtomicLong used = new AtomicLong();

    public BufferRoom(long maxBody, long maxTotal) {
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

    /** Returns the share of a new body. */
    public Share share() {
        return new Share();
    }

    /** Bytes that one body holds. For one thread at a time. */
    public final class Share {

        private long held;

        private Share() {}

        /** Takes room for more bytes; returns whether there is enough. */
        public boolean take(long bytes) {
            if (held + bytes > maxBody) {
                return false;
            }
            if (used.addAndGet(bytes) > maxTotal) {
                used.addAndGet(-bytes);
                return false;
            }
            held += bytes;
            return true;
        }

        /** Gives all room back. */
        public void release() {
            used.addAndGet(-held);
            held = 0;
        }
    }
}
