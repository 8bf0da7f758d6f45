package dev.plimsoll.spring.app;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the runs of tools in this process. */
public final class RunCounter {

    private static final AtomicInteger RUNS = new AtomicInteger();

    private RunCounter() {}

    static void increment() {
        RUNS.incrementAndGet();
    }

    public static int count() {
        return RUNS.get();
    }
}
