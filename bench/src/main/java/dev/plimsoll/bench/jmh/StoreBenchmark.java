package dev.plimsoll.bench.jmh;

import static java.util.Objects.requireNonNull;

import dev.plimsoll.bench.load.Engine;
import dev.plimsoll.bench.load.Records;
import dev.plimsoll.bench.load.Results;
import dev.plimsoll.bench.load.Stores;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotId;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

/** Keeping, and reading 16 KB at a random place, by kind of store; the floor is a plain file, opened, read or written, closed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StoreBenchmark {

    private static final int PAGE = 16_384;
    private static final Pattern CURSOR = Pattern.compile("\"nextCursor\":\"([\\w-]{48})\"");

    @Param({"memory", "spilled", "disk"})
    public String kind = "memory";

    @Param({"1000000", "20000000"})
    public int bytes = 1_000_000;

    private final Random random = new Random(1);
    private @Nullable Stores stores;
    private @Nullable Slice whole;
    private @Nullable SnapshotId kept;
    private @Nullable Slice arguments;

    @Setup
    public void fill() throws IOException {
        stores = Stores.of(kind);
        whole = Records.array(bytes);
        kept = stores.store().keep(Stores.keep(whole)).id();
        Files.write(stores.file("plain"), whole.toByteArray());
        Slice first = Engine.answer(new Engine(Policy.defaults(), stores.store()), Results.text(whole));
        Matcher cursor = CURSOR.matcher(first.utf8());
        if (!cursor.find()) {
            throw new IllegalStateException("must have a next page");
        }
        arguments = Slice.of("{\"cursor\":\"" + cursor.group(1) + "\"}");
    }

    @TearDown
    public void close() throws IOException {
        stores().close();
    }

    /** A page's bytes from the store. */
    @Benchmark
    public Slice range() {
        var found = requireNonNull(stores().store().find(requireNonNull(kept)));
        int from = random.nextInt(bytes - PAGE);
        return found.segments().get(0).read(from, from + PAGE);
    }

    @Benchmark
    public byte[] floorFileRange() throws IOException {
        byte[] page = new byte[PAGE];
        try (RandomAccessFile in = new RandomAccessFile(stores().file("plain").toFile(), "r")) {
            in.seek(random.nextInt(bytes - PAGE));
            in.readFully(page);
        }
        return page;
    }

    /** Kept and forgotten again. */
    @Benchmark
    public SnapshotId keep() {
        SnapshotId id =
                stores().store().keep(Stores.keep(requireNonNull(whole))).id();
        stores().store().forget(id);
        return id;
    }

    /** Written, synced where a lasting store does, and deleted again. */
    @Benchmark
    public boolean floorFileWritten() throws IOException {
        File file = stores().file("written").toFile();
        Slice all = requireNonNull(whole);
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(all.bytes(), all.from(), all.length());
            if (kind.equals("disk")) {
                out.getFD().sync();
            }
        }
        return file.delete();
    }

    /** The first further page by a process that has not opened the result yet: all of it is read and indexed. */
    @Benchmark
    public Slice pageOfAnUnopenedResult() {
        return new Engine(Policy.defaults(), stores().store()).read(requireNonNull(arguments));
    }

    private Stores stores() {
        return requireNonNull(stores);
    }
}
