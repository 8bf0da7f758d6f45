package dev.plimsoll.json.frame;

/** Reservation of memory for the message that is being read. It is used for one message after another. */
@FunctionalInterface
public interface MemoryReservation {

    /**
     * Changes the size of the reservation. Returns false, and keeps the old size, if there is too little memory. A
     * reduction is always possible.
     *
     * @param bytes the new size
     */
    boolean tryResize(long bytes);

    /** Reduces the size of the reservation to this number of bytes. */
    default void reduceTo(long bytes) {
        if (!tryResize(bytes)) {
            throw new IllegalStateException("memory: cannot be released");
        }
    }

    /** Releases all bytes. Further messages can reserve memory again. */
    default void release() {
        reduceTo(0);
    }
}
