package dev.plimsoll.bench.load;

import static java.util.Objects.requireNonNull;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotId;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operations on one kind of store, and for comparison on a plain file, which is opened and closed for each operation. */
public final class StoreWork implements AutoCloseable {

    private static final int PAGE_BYTES = 16_384;
    private static final Pattern CURSOR = Pattern.compile("\"nextCursor\":\"([\\w-]{48})\"");

    private final Random random = new Random(1);
    private final boolean isPersistent;
    private final BenchStore benchStore;
    private final Slice payload;
    private final SnapshotId id;
    private final Slice arguments;

    public StoreWork(String kind, Slice payload) {
        try {
            this.isPersistent = kind.equals("disk");
            this.benchStore = BenchStore.open(kind);
            this.payload = payload;
            this.id = benchStore.store().save(BenchStore.saveRequest(payload)).id();
            Files.write(benchStore.file("plain"), payload.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Slice firstAnswer = new BenchEngine(Policy.defaults(), benchStore.store())
                .firstAnswerWithoutExpiry(BenchToolResults.toTextResult(payload));
        Matcher cursor = CURSOR.matcher(firstAnswer.utf8());
        if (!cursor.find()) {
            throw new IllegalStateException("must have a next page");
        }
        this.arguments = new JsonWriter()
                .beginObject()
                .string("cursor", cursor.group(1))
                .endObject()
                .slice();
    }

    /** Reads the bytes of a page from the store. */
    public long readRange() {
        var snapshot = requireNonNull(benchStore.store().find(id));
        int from = random.nextInt(payload.length() - PAGE_BYTES);
        return snapshot.segments().get(0).read(from, from + PAGE_BYTES).at(7);
    }

    public long readFileRange() {
        byte[] page = new byte[PAGE_BYTES];
        try (RandomAccessFile in = new RandomAccessFile(benchStore.file("plain").toFile(), "r")) {
            in.seek(random.nextInt(payload.length() - PAGE_BYTES));
            in.readFully(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page[7];
    }

    public long readFile() {
        try {
            return Files.readAllBytes(benchStore.file("plain")).length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stores a snapshot and removes it. */
    public long storeAndRemove() {
        SnapshotId id = benchStore.store().save(BenchStore.saveRequest(payload)).id();
        benchStore.store().remove(id);
        return id.low();
    }

    /** Writes a file, synchronizes it if the store is persistent, and deletes it. */
    public long writeFile() {
        File file = benchStore.file("written").toFile();
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(payload.bytes(), payload.from(), payload.length());
            if (isPersistent) {
                out.getFD().sync();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.delete() ? file.getPath().length() : 0;
    }

    /** Reads the second page with an engine that has not opened the result yet, so the engine reads and indexes all of it. */
    public long readUnopened() {
        return new BenchEngine(Policy.defaults(), benchStore.store())
                .read(arguments)
                .length();
    }

    @Override
    public void close() {
        benchStore.close();
    }
}
