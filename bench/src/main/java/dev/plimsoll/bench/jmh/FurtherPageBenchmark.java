package dev.plimsoll.bench.jmh;

import dev.plimsoll.bench.load.PageReads;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.json.Slice;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures a follow-up read of a page of 4,000 tokens from the memory store. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class FurtherPageBenchmark {

    @Param({"1000000", "20000000"})
    public int bytes = 1_000_000;

    @Param({"false", "true"})
    public boolean deep;

    private @Nullable PageReads pageReads;

    @Setup
    public void storeResult() {
        Slice array = SampleRecords.generateArray(bytes);
        pageReads = deep ? PageReads.deepPages(array) : PageReads.afterFirstPage(array);
    }

    @Benchmark
    public Slice readPage() {
        return reads().read();
    }

    @Benchmark
    public Slice floorCopyAndEscape() {
        return reads().copyByHand();
    }

    private PageReads reads() {
        PageReads reads = pageReads;
        if (reads == null) {
            throw new IllegalStateException("JMH did not call the setup method");
        }
        return reads;
    }
}
