package dev.plimsoll.cursor;

import static dev.plimsoll.cursor.CursorCodecTest.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.store.SnapshotId;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyRingTest {

    private static final CursorTarget TARGET = new CursorTarget(new SnapshotId(1, 2), 3, 4);

    @Test
    void decodesCursorsOfPreviousKeys() {
        String cursorOfPreviousKey = new CursorCodec(KeyRing.of(key(1, 32))).encode(TARGET, "ann");
        String cursorOfOldestKey = new CursorCodec(KeyRing.of(key(2, 32))).encode(TARGET, "ann");
        CursorCodec rotated = new CursorCodec(KeyRing.of(key(3, 32), List.of(key(1, 32), key(2, 32))));
        assertThat(rotated.decode(cursorOfPreviousKey, "ann")).isEqualTo(TARGET);
        assertThat(rotated.decode(cursorOfOldestKey, "ann")).isEqualTo(TARGET);
        assertThat(rotated.decode(rotated.encode(TARGET, "ann"), "ann")).isEqualTo(TARGET);
    }

    @Test
    void decodesOnlyCursorsOfTheCallerAndItsAliases() {
        KeyRing keyRing = KeyRing.of(key(3, 32), List.of(key(1, 32)));
        CursorCodec rotated = new CursorCodec(keyRing, caller -> List.of(caller + " before", caller + " long before"));
        for (String name : List.of("ann", "ann before", "ann long before")) {
            String cursor = new CursorCodec(KeyRing.of(key(1, 32))).encode(TARGET, name);
            assertThat(rotated.decode(cursor, "ann")).isEqualTo(TARGET);
            assertThatExceptionOfType(CursorRejectedException.class).isThrownBy(() -> rotated.decode(cursor, "bob"));
        }
        assertThat(new CursorCodec(keyRing).decode(rotated.encode(TARGET, "ann"), "ann"))
                .isEqualTo(TARGET);
    }

    @Test
    void encodesWithTheCurrentKeyOnly() {
        KeyRing rotated = KeyRing.of(key(3, 32), List.of(key(1, 32)));
        String cursor = new CursorCodec(rotated).encode(TARGET, "ann");
        assertThat(new CursorCodec(KeyRing.of(key(3, 32))).decode(cursor, "ann"))
                .isEqualTo(TARGET);
        assertRejected(KeyRing.of(key(1, 32)), cursor);
    }

    @Test
    void decodesWithAnyOfManyKeysInSharedSlots() {
        List<byte[]> keys = IntStream.range(0, 40).mapToObj(i -> key(i, 32)).toList();
        Set<Integer> slots = new HashSet<>();
        CursorCodec codec = new CursorCodec(KeyRing.of(key(99, 32), keys));
        for (byte[] key : keys) {
            KeyRing keyRing = KeyRing.of(key);
            slots.add(keyRing.current().slot());
            assertThat(codec.decode(new CursorCodec(keyRing).encode(TARGET, "ann"), "ann"))
                    .isEqualTo(TARGET);
        }
        assertThat(slots).hasSizeBetween(8, 16).allMatch(slot -> slot >= 0 && slot < 16);
    }

    @Test
    void rejectsOtherKeyInTheSameSlot() {
        KeyRing keyRing = KeyRing.of(key(0, 32));
        String cursor = new CursorCodec(keyRing).encode(TARGET, "ann");
        List<KeyRing> others =
                IntStream.range(1, 100).mapToObj(i -> KeyRing.of(key(i, 32))).toList();
        assertThat(others)
                .anyMatch(other -> other.current().slot() == keyRing.current().slot());
        others.forEach(other -> assertRejected(other, cursor));
    }

    @Test
    void createsRandomKeys() {
        KeyRing keyRing = KeyRing.random(new SecureRandom());
        String cursor = new CursorCodec(keyRing).encode(TARGET, "ann");
        assertThat(new CursorCodec(keyRing).decode(cursor, "ann")).isEqualTo(TARGET);
        assertRejected(KeyRing.random(new SecureRandom()), cursor);
    }

    @Test
    void refusesShortKeysWithoutShowingThem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyRing.of(key(0, 15)))
                .withMessage("current: must have at least 16 bytes, got 15");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyRing.of(key(0, 16), List.of(key(0, 16), new byte[0])))
                .withMessage("previous[1]: must have at least 16 bytes, got 0");
    }

    @Test
    void copiesTheKeyBytes() {
        byte[] key = key(0, 32);
        CursorCodec codec = new CursorCodec(KeyRing.of(key));
        String cursorBefore = codec.encode(TARGET, "ann");
        key[0]++;
        assertThat(codec.encode(TARGET, "ann")).isEqualTo(cursorBefore);
    }

    private static void assertRejected(KeyRing keyRing, String cursor) {
        assertThatExceptionOfType(CursorRejectedException.class)
                .isThrownBy(() -> new CursorCodec(keyRing).decode(cursor, "ann"));
    }
}
