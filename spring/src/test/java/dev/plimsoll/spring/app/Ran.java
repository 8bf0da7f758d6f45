package dev.plimsoll.spring.app;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the runs of tools in this process. */
public final class Ran {

    private static final AtomicInteger TIMES = new AtomicInteger();

    private Ran() {}

    static void once() {
        TIMES.incrementAndGet();
    }

    public static int times() {
        return TIMES.get();
    }
}
