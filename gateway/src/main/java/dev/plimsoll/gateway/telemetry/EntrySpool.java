package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.file.PrivateFiles;
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
    private static final Map<Path, FileChannel> OPEN_CHANNELS = new ConcurrentHashMap<>();

    private final FileChannel channel;
    private final Path realPath;
    private final Path folder;
    private final long maxBytes;
    /** Size of the spools of other processes when they were last measured. */
    private long otherBytes;

    private EntrySpool(FileChannel channel, Path realPath, Path folder, long maxBytes) throws IOException {
        this.channel = channel;
        this.realPath = realPath;
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.otherBytes = totalBytes(folder);
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
        FileChannel channel = FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PrivateFiles.fileAttributes(folder));
        try {
            if (channel.tryLock() == null) {
                throw new IOException(path + ": another process has locked it");
            }
            append(channel, Slice.of(HEADER));
            Path realPath = path.toRealPath();
            EntrySpool spool = new EntrySpool(channel, realPath, folder, maxBytes);
            OPEN_CHANNELS.put(realPath, channel);
            return spool;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns the channel of a spool that this process writes; null for other spools. */
    static @Nullable FileChannel findChannel(Path spool) throws IOException {
        return OPEN_CHANNELS.isEmpty() ? null : OPEN_CHANNELS.get(spool.toRealPath());
    }

    /** Returns whether this process writes the spool. */
    public static boolean isOpen(Path spool) throws IOException {
        return findChannel(spool) != null;
    }

    @Override
    public void write(List<TelemetryEntry> entries) throws IOException {
        ByteSink lines = new ByteSink(512 * entries.size());
        for (TelemetryEntry telemetryEntry : entries) {
            TelemetryEntryCodec.write(telemetryEntry, lines);
        }
        long sizeBefore = channel.size();
        if (sizeBefore + otherBytes + lines.size() > maxBytes) {
            otherBytes = totalBytes(folder) - sizeBefore;
            if (sizeBefore + otherBytes + lines.size() > maxBytes) {
                throw new IOException(
                        folder
                                + ": the spools have reached telemetry.maxBytes; plimsoll report or plimsoll serve imports them");
            }
        }
        try {
            append(channel, lines.slice());
        } catch (IOException e) {
            // otherwise, the next line would be appended to an incomplete line
            channel.truncate(sizeBefore);
            throw e;
        }
    }

    private static void append(FileChannel channel, Slice bytes) throws IOException {
        ByteBuffer remaining = ByteBuffer.wrap(bytes.bytes(), bytes.from(), bytes.length());
        while (remaining.hasRemaining()) {
            int _ = channel.write(remaining);
        }
    }

    private static long totalBytes(Path folder) throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path spool : spools) {
                bytes += spool.toFile().length();
            }
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        OPEN_CHANNELS.remove(realPath);
    }
}
