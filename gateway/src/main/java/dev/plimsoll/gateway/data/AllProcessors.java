package dev.plimsoll.gateway.data;

import dev.plimsoll.measure.ParallelRunner;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Work that is shared out to all processors, by Java's common pool: it has as many threads as there is use for, and they end by themselves. */
final class AllProcessors implements ParallelRunner {

    private AllProcessors() {}

    /** Where there is one processor alone, nothing is shared out. */
    static ParallelRunner where() {
        return Runtime.getRuntime().availableProcessors() > 1 ? new AllProcessors() : NONE;
    }

    @Override
    public void each(int parts, IntConsumer work) {
        try {
            IntStream.range(0, parts).parallel().forEach(work);
        } catch (OutOfMemoryError e) {
            // perhaps there is no thread to be had; if it is memory, this fails as well
            NONE.each(parts, work);
        }
    }
}
