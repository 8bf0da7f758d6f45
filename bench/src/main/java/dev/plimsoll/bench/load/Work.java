package dev.plimsoll.bench.load;

/** One operation to be timed; the number it gives depends on what it did, so that it cannot be left out. */
@FunctionalInterface
public interface Work {

    long run();
}
