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
import java.util.Set;

/**
 * Appends entries to a file, the spool of this process. A process with a database later imports the spool and
 * removes it. The file is locked while its process runs, so that no other process removes it too early.
 */
public final class EntrySpool implements EntrySink {

    /** First line of each spool. A reader that does not know this format leaves the file alone. */
    public static final String HEADER = "plimsoll-spool 1\n";

    /** File name suffix of spools. */
    public static final String SUFFIX = ".spool";

    private final FileChannel file;
    private final Path folder;
    private final long maxBytes;
    private long otherBytes;

    private EntrySpool(FileChannel file, Path folder, long maxBytes) throws IOException {
        this.file = file;
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
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                PrivateFiles.fileAttributes(folder));
        try {
            if (file.tryLock() == null) {
                throw new IOException(path + ": another process has locked it");
            }
            append(file, Slice.of(HEADER));
            return new EntrySpool(file, folder, maxBytes);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
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
    }
}
