package dev.plimsoll.gateway.upstream;

import java.util.function.LongPredicate;

/** Memory for long messages from their first bytes until they are handled. Sessions of one process share it. */
@FunctionalInterface
public interface MessageMemory {

    /** The heap of a process with one session. */
    MessageMemory HEAP = () -> bytes -> true;

    /**
     * Opens a reservation for one message at a time. It reserves as many bytes, in place of those that it had before, and
     * returns whether there are enough; 0 gives them back.
     */
    LongPredicate open();
}
