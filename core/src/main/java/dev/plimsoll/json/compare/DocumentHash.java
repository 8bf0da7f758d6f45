package dev.plimsoll.json.compare;

import dev.plimsoll.json.DepthStack;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;
import java.util.Arrays;

/**
 * Hash of a valid document that ignores the order of members: the hash of an object is the sum over its members. An
 * object with a duplicate name is hashed in document order. There is no recursion: each open container has a frame
 * in one array of longs.
 */
final class DocumentHash {

    /** Maximum depth. Deeper documents are never equal; this bounds the memory for a hostile document. */
    private static final int MAX_DEPTH = 1 << 20;

    // a frame has seven longs: the hash of the contents in order (2), the sum of the hashes of the members (2), the
    // hash of the current key (2), and the index of the first key
    private static final int FRAME_SIZE = 7;
    private static final int SUM = 2;
    private static final int KEY = 4;
    private static final int FIRST_KEY = 6;

    // tags that end a hash; strings and exponents add a length below eight to their tag, numbers add their signs
    private static final int STRING = 0x10;
    static final int NUMBER = 0x20;
    static final int EXPONENT = 0x30;
    private static final int LITERAL = 0x40;
    private static final int ARRAY = 0x50;
    private static final int OBJECT = 0x60;
    private static final int OBJECT_AS_WRITTEN = 0x70;

    private final KeyedHash hash;
    private final DecimalForm number = new DecimalForm();
    private final DepthStack depthStack = new DepthStack();
    private long[] frames = new long[16 * FRAME_SIZE];
    private long[] keys = new long[64];
    private int keyCount;
    private boolean isKeyNext;

    DocumentHash(long seed0, long seed1) {
        hash = new KeyedHash(seed0, seed1);
    }

    boolean isEqual(Slice first, Slice second) {
        if (!compute(first)) {
            return false;
        }
        long firstLane0 = hash.lane0();
        long firstLane1 = hash.lane1();
        return compute(second) && firstLane0 == hash.lane0() && firstLane1 == hash.lane1();
    }

    /** Returns both lanes of the hash; an empty array if the document is too deep or incomplete. */
    long[] hash(Slice document) {
        return compute(document) ? new long[] {hash.lane0(), hash.lane1()} : new long[0];
    }

    /** Computes the hash of the document into {@link #hash}; returns false if it is too deep or incomplete. */
    private boolean compute(Slice text) {
        byte[] bytes = text.bytes();
        int end = text.to();
        isKeyNext = false;
        int offset = Json.skipSeparators(bytes, text.from(), end);
        while (offset < end) {
            byte c = bytes[offset];
            if (c == '{' || c == '[') {
                if (depthStack.depth() == MAX_DEPTH) {
                    return false;
                }
                openContainer(c);
                offset++;
            } else if (c == '}' || c == ']') {
                if (depthStack.depth() == 0) {
                    return false;
                }
                closeContainer();
                offset++;
            } else {
                int valueEnd = Json.skipValue(bytes, offset, end);
                addScalar(bytes, offset, valueEnd);
                offset = valueEnd;
            }
            offset = Json.skipSeparators(bytes, offset, end);
        }
        return depthStack.depth() == 0;
    }

    private void openContainer(byte c) {
        int frame = depthStack.depth() * FRAME_SIZE;
        depthStack.push(c == '{');
        if (frame + FRAME_SIZE > frames.length) {
            frames = Arrays.copyOf(frames, 2 * frames.length);
        }
        hash.start();
        Arrays.fill(frames, frame, frame + FRAME_SIZE, 0);
        frames[frame] = hash.lane0();
        frames[frame + 1] = hash.lane1();
        frames[frame + FIRST_KEY] = keyCount;
        isKeyNext = depthStack.isInObject();
    }

    private void closeContainer() {
        boolean isObject = depthStack.isInObject();
        depthStack.pop();
        int frame = depthStack.depth() * FRAME_SIZE;
        int firstKey = (int) frames[frame + FIRST_KEY];
        if (isObject && hasDistinctKeys(firstKey)) {
            hash.start();
            hash.add(frames[frame + SUM], frames[frame + SUM + 1]);
            hash.finish(OBJECT, (long) keyCount - firstKey);
        } else {
            hash.resume(frames[frame], frames[frame + 1]);
            hash.finish(isObject ? OBJECT_AS_WRITTEN : ARRAY, 0);
        }
        keyCount = firstKey;
        addValue();
    }

    private boolean hasDistinctKeys(int firstKey) {
        Arrays.sort(keys, firstKey, keyCount);
        for (int i = firstKey + 1; i < keyCount; i++) {
            if (keys[i] == keys[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private void addScalar(byte[] bytes, int from, int to) {
        hash.start();
        if (bytes[from] == '"') {
            Slice content = JsonEquality.stringInside(bytes, from, to);
            if (JsonText.hasEscapes(content)) {
                content = Slice.of(JsonText.unescape(content));
            }
            hash.finish(STRING, content.bytes(), content.from(), content.to());
        } else if (DecimalForm.isNumber(bytes[from])) {
            number.read(bytes, from, to).addTo(hash);
        } else {
            hash.finish(LITERAL, bytes[from]);
        }
        if (isKeyNext) {
            addKey();
        } else {
            addValue();
        }
    }

    private void addKey() {
        int frame = (depthStack.depth() - 1) * FRAME_SIZE;
        frames[frame + KEY] = hash.lane0();
        frames[frame + KEY + 1] = hash.lane1();
        if (keyCount == keys.length) {
            keys = Arrays.copyOf(keys, 2 * keyCount);
        }
        keys[keyCount++] = hash.lane0();
        isKeyNext = false;
    }

    /** Adds the value that was just hashed to its container. */
    private void addValue() {
        isKeyNext = depthStack.isInObject();
        if (depthStack.depth() == 0) {
            return;
        }
        int frame = (depthStack.depth() - 1) * FRAME_SIZE;
        long value0 = hash.lane0();
        long value1 = hash.lane1();
        if (isKeyNext) {
            hash.resume(frames[frame + KEY], frames[frame + KEY + 1]);
            // rotated, so that swapping a key and its string value changes the hash
            hash.add(Long.rotateLeft(value0, 32), Long.rotateLeft(value1, 32));
            value0 = hash.lane0();
            value1 = hash.lane1();
            frames[frame + SUM] += value0;
            frames[frame + SUM + 1] += value1;
        }
        hash.resume(frames[frame], frames[frame + 1]);
        hash.add(value0, value1);
        frames[frame] = hash.lane0();
        frames[frame + 1] = hash.lane1();
    }

    /**
     * Keyed 128-bit hash of words. Each of two lanes folds the product of its state and a secret factor. Collisions
     * cannot be constructed without the seeds.
     */
    static final class KeyedHash {

        private static final int TAG_SHIFT = 56;

        private final long start0;
        private final long start1;
        private final long factor0;
        private final long factor1;
        private long state0;
        private long state1;

        KeyedHash(long seed0, long seed1) {
            start0 = scramble(seed0 + 1);
            start1 = scramble(seed1 + 2);
            factor0 = (scramble(seed1 + 3) >>> 1) | 1;
            factor1 = (scramble(seed0 + 4) >>> 1) | 1;
        }

        void start() {
            resume(start0, start1);
        }

        void resume(long lane0, long lane1) {
            state0 = lane0;
            state1 = lane1;
        }

        void add(long word) {
            add(word, word);
        }

        /** Adds another hash lane by lane. */
        void add(long lane0, long lane1) {
            state0 = fold(state0 ^ lane0, factor0);
            state1 = fold(state1 ^ lane1, factor1);
        }

        /** Adds the last word of a value or of an exponent; the tag in its top byte separates types of values. */
        void finish(int tag, long word) {
            add(word | ((long) tag << TAG_SHIFT));
        }

        /** Adds bytes, and ends with the last of them, their number modulo eight, and the tag. */
        void finish(int tag, byte[] bytes, int from, int to) {
            long next0 = state0;
            long next1 = state1;
            int i = from;
            for (; i <= to - Long.BYTES; i += Long.BYTES) {
                long word = SwarBytes.word(bytes, i);
                next0 = fold(next0 ^ word, factor0);
                next1 = fold(next1 ^ word, factor1);
            }
            resume(next0, next1);
            int remaining = to - i;
            long lastWord = 0;
            for (; i < to; i++) {
                lastWord = (lastWord << 8) | (bytes[i] & 0xFF);
            }
            finish(tag + remaining, lastWord);
        }

        long lane0() {
            return state0;
        }

        long lane1() {
            return state1;
        }

        /** Folds the unsigned product: with the signed one, a number and its negative would have nearly the same hash. */
        private static long fold(long value, long factor) {
            return (value * factor) ^ (Math.multiplyHigh(value, factor) + ((value >> 63) & factor));
        }

        /** Scrambles a seed with the finisher of SplitMix64. */
        private static long scramble(long seed) {
            long mixed = seed * 0x9E37_79B9_7F4A_7C15L;
            mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
            return mixed ^ (mixed >>> 31);
        }
    }
}
