package dev.plimsoll.bench.jmh;

import static java.util.Objects.requireNonNull;

import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.bench.load.StoreWork;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures storing a result and reading 16 KB at a random position, for each kind of store. The floor opens a plain file, reads
 * or writes the same bytes, and closes the file.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StoreBenchmark {

    @Param({"memory", "spilled", "disk"})
    public String kind = "memory";

    @Param({"1000000", "20000000"})
    public int bytes = 1_000_000;

    private @Nullable StoreWork work;

    @Setup
    public void fill() {
        work = new StoreWork(kind, SampleRecords.generateArray(bytes));
    }

    @TearDown
    public void close() {
        work().close();
    }

    /** Reads the bytes of a page from the store. */
    @Benchmark
    public long readRange() {
        return work().readRange();
    }

    @Benchmark
    public long floorReadFileRange() {
        return work().readFileRange();
    }

    /** Stores a snapshot and removes it. */
    @Benchmark
    public long storeAndRemove() {
        return work().storeAndRemove();
    }

    @Benchmark
    public long floorWriteFile() {
        return work().writeFile();
    }

    /** Reads the second page with an engine that has not opened the result yet, so the engine reads and indexes all of it. */
    @Benchmark
    public long readUnopened() {
        return work().readUnopened();
    }

    private StoreWork work() {
        return requireNonNull(work);
    }
}
