package dev.plimsoll.tokens;

import java.util.function.IntConsumer;

/** Runner of the parts of a large task, in sequence or in parallel on threads of the host. */
@FunctionalInterface
public interface ParallelRunner {

    /** Runs all parts on the calling thread. */
    ParallelRunner SEQUENTIAL = (parts, work) -> {
        for (int i = 0; i < parts; i++) {
            work.accept(i);
        }
    };

    /**
     * Runs all parts, numbered from 0, in any order, and returns when they are done. Throws any exception that a part throws. A
     * part may run twice.
     */
    void runAll(int parts, IntConsumer work);
}
