package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.SnapshotOrigin;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Generates contents from a number, so that a test can generate the same contents again to compare them. */
final class Payloads {

    static final Duration TTL = Duration.ofMinutes(15);
    static final Duration MAX_TTL = Duration.ofHours(1);

    private Payloads() {}

    static Slice bytes(long number, int maxBytes) {
        Random random = new Random(number);
        return bytes(random, random.nextInt(maxBytes));
    }

    static Slice ofLength(long number, int length) {
        return bytes(new Random(number), length);
    }

    private static Slice bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 100 < 50 ? 'a' + i % 7 : random.nextInt()); // half of the bytes are compressible
        }
        return Slice.of(bytes);
    }

    static SaveRequest request(long number, int maxBytes) {
        return request(Slice.of("" + number), bytes(number, maxBytes));
    }

    static SaveRequest request(Slice notes, Slice... segments) {
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("ann", "server", "tool", "", "");
        return new SaveRequest(snapshotOrigin, notes, List.of(segments), TTL, MAX_TTL);
    }
}
