package dev.plimsoll.bench.load;

/** Operation to measure. Its return value depends on the work, so that the compiler cannot remove it. */
@FunctionalInterface
public interface Work {

    long run();
}
