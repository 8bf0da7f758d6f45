package dev.plimsoll.documents.sheet;

import dev.plimsoll.documents.limit.MeteredOutputStream;
import dev.plimsoll.documents.limit.ReadMeter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** Unpacked entries of a ZIP file. */
final class ZipEntries {

    private static final int MAX_ENTRIES = 10_000;

    private final Map<String, byte[]> entries = new HashMap<>();

    /**
     * Unpacks the entries whose names match. The other entries also count toward the limits, because they are read to
     * find the next ones.
     */
    static ZipEntries unpack(byte[] file, Predicate<String> isNeeded, ReadMeter meter) throws IOException {
        ZipEntries unpacked = new ZipEntries();
        byte[] buffer = new byte[1 << 16];
        int count = 0;
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (++count > MAX_ENTRIES) {
                    throw meter.limitExceeded("it has more than " + MAX_ENTRIES + " entries");
                }
                boolean isUnpacked = isNeeded.test(entry.getName());
                MeteredOutputStream output = new MeteredOutputStream(meter, isUnpacked ? 1 << 16 : 0);
                for (int read = zip.read(buffer); read >= 0; read = zip.read(buffer)) {
                    if (isUnpacked) {
                        output.write(buffer, 0, read);
                    } else {
                        meter.addUnpackedBytes(read);
                    }
                }
                if (isUnpacked) {
                    unpacked.entries.putIfAbsent(entry.getName(), output.toByteArray());
                }
            }
        }
        return unpacked;
    }

    /** Returns an entry; null if there is none. */
    byte @Nullable [] find(String name) {
        return entries.get(name);
    }

    /** Returns an entry. */
    byte[] get(String name) throws IOException {
        byte[] entry = entries.get(name);
        if (entry == null) {
            throw new IOException("no entry " + name);
        }
        return entry;
    }
}
