package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.data.PrivateFiles;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Appends entries to a file, the spool of this process. A process with a database later imports the spool and
 * removes it. The file is locked while its process runs, so that no other process removes it too early.
 *
 * <p>On POSIX systems, a process loses its lock on a file as soon as it closes any channel of that file. So code that
 * reads spools in the process that writes them must use the channel of the writer.
 */
public final class EntrySpool implements EntrySink {

    /** First line of each spool. A reader that does not know this format leaves the file alone. */
    public static final String HEADER = "plimsoll-spool 1\n";

    /** File name suffix of spools. */
    public static final String SUFFIX = ".spool";

    /** Channels of the spools that this process writes, by their real paths. */
    private static final Map<Path, FileChannel> OPEN = new ConcurrentHashMap<>();

    private final FileChannel file;
    private final Path realPath;
    private final Path folder;
    private final long maxBytes;
    private long otherBytes;

    private EntrySpool(FileChannel file, Path realPath, Path folder, long maxBytes) throws IOException {
        this.file = file;
        this.realPath = realPath;
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.otherBytes = size(folder);
    }

    /** Returns the folder of the spools in a data folder. */
    public static Path folder(Path data) {
        return data.resolve("telemetry").resolve("spool");
    }

    /**
     * Creates a spool.
     *
     * @param maxBytes maximum size of all spools together, in bytes
     */
    public static EntrySpool create(Path data, long maxBytes) throws IOException {
        Path folder = folder(data);
        Files.createDirectories(folder, PrivateFiles.folderAttributes(data));
        String name = System.currentTimeMillis() + "-" + ProcessHandle.current().pid() + "-"
                + HexFormat.of().toHexDigits(System.nanoTime());
        Path path = folder.resolve(name + SUFFIX);
        FileChannel file = FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PrivateFiles.fileAttributes(folder));
        try {
            if (file.tryLock() == null) {
                throw new IOException(path + ": another process has locked it");
            }
            append(file, Slice.of(HEADER));
            Path realPath = path.toRealPath();
            EntrySpool spool = new EntrySpool(file, realPath, folder, maxBytes);
            OPEN.put(realPath, file);
            return spool;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Returns the channel of a spool that this process writes; null for other spools. */
    static @Nullable FileChannel findOpen(Path spool) throws IOException {
        return OPEN.isEmpty() ? null : OPEN.get(spool.toRealPath());
    }

    /** Returns whether this process writes the spool. */
    public static boolean isOpen(Path spool) throws IOException {
        return findOpen(spool) != null;
    }

    @Override
    public void write(List<TelemetryEntry> entries) throws IOException {
        ByteSink lines = new ByteSink(512 * entries.size());
        for (TelemetryEntry telemetryEntry : entries) {
            TelemetryEntryCodec.write(telemetryEntry, lines);
        }
        long sizeBefore = file.size();
        if (sizeBefore + otherBytes + lines.size() > maxBytes) {
            otherBytes = size(folder) - sizeBefore;
            if (sizeBefore + otherBytes + lines.size() > maxBytes) {
                throw new IOException(folder + ": has reached telemetry.maxBytes; plimsoll report or serve imports it");
            }
        }
        try {
            append(file, lines.slice());
        } catch (IOException e) {
            // otherwise, the next line would be appended to an incomplete line
            file.truncate(sizeBefore);
            throw e;
        }
    }

    private static void append(FileChannel file, Slice bytes) throws IOException {
        ByteBuffer remaining = ByteBuffer.wrap(bytes.bytes(), bytes.from(), bytes.length());
        while (remaining.hasRemaining()) {
            int _ = file.write(remaining);
        }
    }

    private static long size(Path folder) throws IOException {
        long size = 0;
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path spool : spools) {
                size += spool.toFile().length();
            }
        }
        return size;
    }

    @Override
    public void close() throws IOException {
        file.close();
        OPEN.remove(realPath);
    }
}
