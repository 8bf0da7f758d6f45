package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Keep;
import dev.plimsoll.store.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Things to keep that can be made again from their number. */
final class Payloads {

    static final Duration TTL = Duration.ofMinutes(15);
    static final Duration MAX_TTL = Duration.ofHours(1);

    private Payloads() {}

    static Slice bytes(long number, int most) {
        Random random = new Random(number);
        return bytes(random, random.nextInt(most));
    }

    static Slice ofLength(long number, int length) {
        return bytes(new Random(number), length);
    }

    private static Slice bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 100 < 50 ? 'a' + i % 7 : random.nextInt()); // half of it can be compressed
        }
        return Slice.of(bytes);
    }

    static Keep keep(long number, int most) {
        return keep(Slice.of("" + number), bytes(number, most));
    }

    static Keep keep(Slice notes, Slice... segments) {
        Origin origin = new Origin("ann", "server", "tool", "", "");
        return new Keep(origin, notes, List.of(segments), TTL, MAX_TTL);
    }
}
