package dev.plimsoll.gateway.upstream;

import dev.plimsoll.json.frame.MemoryReservation;

/** Memory for long messages from their first bytes until they are handled. Sessions of one process share it. */
@FunctionalInterface
public interface MessageMemory {

    /** Grants every reservation. For a process with one session, whose only limit is the heap. */
    MessageMemory HEAP = () -> bytes -> true;

    /** Opens an empty reservation, for one reader of messages. */
    MemoryReservation openReservation();
}
