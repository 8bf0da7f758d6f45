package dev.plimsoll.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.store.SnapshotId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CursorCodecTest {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final long LAST_POSITION = (1L << 56) - 1;
    private static final CursorTarget TARGET =
            new CursorTarget(new SnapshotId(0x0123456789abcdefL, -81985529216486896L), 7, 123_456);

    private final CursorCodec codec = new CursorCodec(KeyRing.of(key(0, 32)));
    private final String cursor = codec.encode(TARGET, "ann");

    @Test
    void decodesEncodedCursors() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            SnapshotId id = SnapshotId.random(random);
            int view = random.nextInt() >>> random.nextInt(1, 32);
            CursorTarget cursorTarget = new CursorTarget(id, view, random.nextLong() >>> random.nextInt(8, 64));
            String caller = "caller " + random.nextInt(100);
            String encoded = codec.encode(cursorTarget, caller);
            assertThat(encoded).matches("[A-Za-z0-9_-]{48}");
            assertThat(codec.looksLikeCursor(encoded)).isTrue();
            assertThat(codec.decode(encoded, caller)).isEqualTo(cursorTarget);
        }
    }

    @Test
    void encodesSmallestAndLargestValues() {
        for (CursorTarget cursorTarget : List.of(
                new CursorTarget(new SnapshotId(0, 0), 0, 0),
                new CursorTarget(new SnapshotId(-1, -1), Integer.MAX_VALUE, LAST_POSITION),
                new CursorTarget(new SnapshotId(Long.MIN_VALUE, Long.MAX_VALUE), 1, 1))) {
            assertThat(codec.decode(codec.encode(cursorTarget, ""), "")).isEqualTo(cursorTarget);
        }
    }

    /**
     * Checks cursors that another program computed from the description of the format. A change of the format makes all
     * existing cursors invalid.
     */
    @Test
    void encodesInTheDocumentedFormat() {
        SnapshotId id = new SnapshotId(0x0123456789abcdefL, 0xfedcba9876543210L);
        assertThat(codec.encode(new CursorTarget(id, 7, 123_456_789_012L), "\u00e4nn"))
                .isEqualTo("E3gsDJNxUFwYKLZgdc87pae9pfOE1X2kRo-wuZMYX8stRZFk");
        assertThat(new CursorCodec(KeyRing.of(key(0, 16))).encode(new CursorTarget(new SnapshotId(0, 0), 0, 0), ""))
                .isEqualTo("GyQNG5Rp2gGweLlnJ_UukJ89DB6PPuj9a1H5M3Xt2v5EHGMQ");
        CursorTarget last = new CursorTarget(new SnapshotId(-1, Long.MIN_VALUE), Integer.MAX_VALUE, LAST_POSITION);
        assertThat(new CursorCodec(KeyRing.of(key(100, 100))).encode(last, "auth0|5f3c \ud83d\ude00"))
                .isEqualTo("GG1IaiN5QHK3faw0YnQrw3ZcW5wZghmI05sNrCRaE1FZ8LUf");
    }

    @Test
    void rejectsAppCursorFromModelAndModelCursorFromApp() {
        String forApp = codec.encodeForApp(TARGET, "ann");

        assertThat(codec.decodeForApp(forApp, "ann")).isEqualTo(TARGET);
        assertThat(codec.looksLikeCursor(forApp)).isTrue();
        assertRejected(forApp);
        assertThatExceptionOfType(CursorRejectedException.class).isThrownBy(() -> codec.decodeForApp(cursor, "ann"));
        assertThatExceptionOfType(CursorRejectedException.class).isThrownBy(() -> codec.decodeForApp(forApp, "bob"));
    }

    @Test
    void encodesSamePositionToSameCursor() {
        assertThat(new CursorCodec(KeyRing.of(key(0, 32))).encode(TARGET, "ann"))
                .isEqualTo(cursor);
    }

    @Test
    void rejectsChangeOfAnyCharacter() {
        for (int index = 0; index < cursor.length(); index++) {
            for (int i = 0; i < ALPHABET.length(); i++) {
                char character = ALPHABET.charAt(i);
                if (character != cursor.charAt(index)) {
                    assertRejected(cursor.substring(0, index) + character + cursor.substring(index + 1));
                }
            }
        }
    }

    @Test
    void rejectsSwapOfAnyTwoCharacters() {
        for (int first = 0; first < cursor.length(); first++) {
            for (int second = first + 1; second < cursor.length(); second++) {
                if (cursor.charAt(first) != cursor.charAt(second)) {
                    StringBuilder swapped = new StringBuilder(cursor);
                    swapped.setCharAt(first, cursor.charAt(second));
                    swapped.setCharAt(second, cursor.charAt(first));
                    assertRejected(swapped.toString());
                }
            }
        }
    }

    @Test
    void rejectsChangedCase() {
        assertRejected(cursor.toLowerCase(Locale.ROOT));
        assertRejected(cursor.toUpperCase(Locale.ROOT));
        for (int index = 0; index < cursor.length(); index++) {
            char character = cursor.charAt(index);
            if (Character.isLetter(character)) {
                char other = Character.isUpperCase(character)
                        ? Character.toLowerCase(character)
                        : Character.toUpperCase(character);
                assertRejected(cursor.substring(0, index) + other + cursor.substring(index + 1));
            }
        }
    }

    @Test
    void rejectsShorterAndLongerTexts() {
        for (int length = 0; length < cursor.length(); length++) {
            assertRejected(cursor.substring(0, length));
            assertRejected(cursor.substring(cursor.length() - length));
        }
        for (String extra : List.of("A", "=", "==", " ", "\n", cursor)) {
            assertRejected(cursor + extra);
            assertRejected(extra + cursor);
        }
    }

    @Test
    void rejectsCharactersOutsideTheAlphabet() {
        for (String character : List.of("=", "+", "/", " ", "\n", "\0", "\u00e9", "\u0141", "\uff21", "\ud800")) {
            for (int index = 0; index < cursor.length(); index++) {
                String changed = cursor.substring(0, index) + character + cursor.substring(index + 1);
                assertThat(codec.looksLikeCursor(changed)).isFalse();
                assertRejected(changed);
            }
        }
        assertRejected(cursor.substring(0, 46) + "==");
        assertRejected(cursor.substring(0, 47) + "=");
    }

    @Test
    void rejectsRandomTextInCursorForm() {
        Random random = new Random(2);
        for (int i = 0; i < 20_000; i++) {
            String text = IntStream.range(0, 48)
                    .mapToObj(index -> String.valueOf(ALPHABET.charAt(random.nextInt(64))))
                    .reduce("", String::concat);
            assertThat(codec.looksLikeCursor(text)).isTrue();
            assertRejected(text);
        }
    }

    @Test
    void rejectsCombinationOfTwoCursors() {
        String other = codec.encode(new CursorTarget(TARGET.snapshot(), 7, 123_457), "ann");
        for (int index = 4; index < 44; index++) {
            assertRejected(cursor.substring(0, index) + other.substring(index));
        }
    }

    @Test
    void rejectsCursorOfAnotherCaller() {
        for (String caller : List.of("", "an", "anne", "Ann", "ben", "ann\0", "\0ann")) {
            assertRejected(() -> codec.decode(cursor, caller));
        }
        String cursorOfLoneSurrogate = codec.encode(TARGET, "\ud800");
        assertRejected(() -> codec.decode(cursorOfLoneSurrogate, "?"));
        assertRejected(() -> codec.decode(cursorOfLoneSurrogate, "\ud801"));
        assertThat(codec.decode(cursorOfLoneSurrogate, "\ud800")).isEqualTo(TARGET);
    }

    @Test
    void rejectsWithTheSameMessageForAllReasons() {
        Set<String> messages = new HashSet<>();
        for (String text : List.of("", "A".repeat(48), cursor)) {
            assertThatExceptionOfType(CursorRejectedException.class)
                    .isThrownBy(() -> codec.decode(text, "ben"))
                    .satisfies(e -> messages.add(e.getMessage()));
        }
        assertThat(messages).hasSize(1);
    }

    @Test
    void cursorsOfAdjacentPositionsShareFewCharacters() {
        for (int position = 0; position < 500; position++) {
            String first = codec.encode(new CursorTarget(TARGET.snapshot(), 7, position), "ann");
            String second = codec.encode(new CursorTarget(TARGET.snapshot(), 7, position + 1), "ann");
            long equalCharacters = IntStream.range(0, 48)
                    .filter(index -> first.charAt(index) == second.charAt(index))
                    .count();
            assertThat(Arrays.mismatch(first.toCharArray(), second.toCharArray()))
                    .isLessThan(5);
            assertThat(equalCharacters).isLessThan(12);
        }
    }

    @Test
    void encodesAndDecodesInParallel() {
        List<Integer> failed = IntStream.range(0, 20_000)
                .parallel()
                .filter(i -> {
                    CursorTarget cursorTarget = new CursorTarget(new SnapshotId(i, ~i), i, i);
                    return !codec.decode(codec.encode(cursorTarget, "caller " + i), "caller " + i)
                            .equals(cursorTarget);
                })
                .boxed()
                .toList();
        assertThat(failed).isEmpty();
    }

    private void assertRejected(String text) {
        assertRejected(() -> codec.decode(text, "ann"));
    }

    private static void assertRejected(ThrowingCallable call) {
        assertThatExceptionOfType(CursorRejectedException.class).isThrownBy(call);
    }

    static byte[] key(int first, int length) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = (byte) (first + i);
        }
        return key;
    }
}
