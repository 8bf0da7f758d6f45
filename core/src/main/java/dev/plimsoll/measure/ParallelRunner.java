package dev.plimsoll.measure;

import java.util.function.IntConsumer;

/** Does the parts of a large work: one after the other, or several at once by threads that the host has for it. */
@FunctionalInterface
public interface ParallelRunner {

    /** Whoever asks does all of it. */
    ParallelRunner NONE = (parts, work) -> {
        for (int i = 0; i < parts; i++) {
            work.accept(i);
        }
    };

    /** Does all parts, from 0 on and in any order, and returns when they are done; throws what one of them threw. A part may be done twice. */
    void each(int parts, IntConsumer work);
}
