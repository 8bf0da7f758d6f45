package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries from a range of a spool that ends with a complete line.
 *
 * @param end offset in the file at which the next range begins
 */
public record SpoolPart(List<TelemetryEntry> entries, long end) {

    private static final byte[] HEADER = EntrySpool.HEADER.getBytes(StandardCharsets.US_ASCII);

    public SpoolPart {
        entries = List.copyOf(entries);
    }

    /**
     * Reads the complete lines after an offset. Lines that are not entries are skipped.
     *
     * @param maxBytes maximum number of bytes to read; only a longer line may exceed it
     * @return null if the file is not a spool in a known format
     */
    public static @Nullable SpoolPart readFrom(Path spool, long from, int maxBytes) throws IOException {
        FileChannel writer = EntrySpool.findChannel(spool);
        if (writer != null) {
            try {
                return readFrom(writer, from, maxBytes);
            } catch (ClosedChannelException e) {
                // the writer has just closed the spool
            }
        }
        try (FileChannel file = FileChannel.open(spool, StandardOpenOption.READ)) {
            return readFrom(file, from, maxBytes);
        }
    }

    private static @Nullable SpoolPart readFrom(FileChannel file, long from, int maxBytes) throws IOException {
        byte[] header = read(file, 0, HEADER.length);
        if (!Arrays.equals(header, HEADER)) {
            return null;
        }
        long start = Math.max(from, HEADER.length);
        int capacity = maxBytes;
        while (true) {
            byte[] bytes = read(file, start, capacity);
            int end = endOfLastLine(bytes);
            if (end > 0 || bytes.length < capacity || capacity > 1 << 24) {
                return new SpoolPart(parseEntries(bytes, end), end == 0 ? from : start + end);
            }
            capacity *= 4;
        }
    }

    private static byte[] read(FileChannel file, long offset, int maxBytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(maxBytes, Math.max(0, file.size() - offset)));
        while (buffer.hasRemaining() && file.read(buffer, offset + buffer.position()) > 0) {
            // reads until the buffer is full
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private static int endOfLastLine(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static List<TelemetryEntry> parseEntries(byte[] bytes, int end) {
        List<TelemetryEntry> entries = new ArrayList<>();
        int lineStart = 0;
        for (int i = 0; i < end; i++) {
            if (bytes[i] == '\n') {
                TelemetryEntry telemetryEntry = TelemetryEntryCodec.read(new Slice(bytes, lineStart, i));
                if (telemetryEntry != null) {
                    entries.add(telemetryEntry);
                }
                lineStart = i + 1;
            }
        }
        return entries;
    }
}
