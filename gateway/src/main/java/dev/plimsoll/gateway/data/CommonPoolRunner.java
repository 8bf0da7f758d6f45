package dev.plimsoll.gateway.data;

import dev.plimsoll.tokens.ParallelRunner;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Runs work in parallel on Java's common pool, which starts threads as needed and ends idle ones. */
final class CommonPoolRunner implements ParallelRunner {

    private CommonPoolRunner() {}

    /** Returns a parallel runner; {@code SEQUENTIAL} on a machine with one processor. */
    static ParallelRunner create() {
        return Runtime.getRuntime().availableProcessors() > 1 ? new CommonPoolRunner() : SEQUENTIAL;
    }

    @Override
    public void runAll(int parts, IntConsumer work) {
        try {
            IntStream.range(0, parts).parallel().forEach(work);
        } catch (OutOfMemoryError e) {
            // the JDK may have failed to start a thread, so the work runs on this thread. This fails too if there is
            // not enough memory
            SEQUENTIAL.runAll(parts, work);
        }
    }
}
