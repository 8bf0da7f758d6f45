package dev.plimsoll.gateway.upstream;

import java.util.function.LongPredicate;

/** Memory for long messages from their first bytes until they are handled. Sessions of one process share it. */
@FunctionalInterface
public interface MessageMemory {

    /** Grants every reservation. For a process with one session, whose only limit is the heap. */
    MessageMemory HEAP = () -> bytes -> true;

    /**
     * Opens a reservation for one message at a time. {@code test(n)} changes its size to {@code n} bytes. If there is too
     * little memory, it returns false and the size stays. {@code test(0)} gives all bytes back.
     */
    LongPredicate open();
}
