package dev.plimsoll.tokens;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Tokens of o200k_base, with the rank of each byte sequence. Immutable after loading; about 5 MB. */
public final class O200kVocabulary {
    // Three tables, by length. Two bytes: a plain array. Three to eight: open addressing on the bytes as one number; 0
    // marks a free slot, because no token of three or more bytes is all NUL. Longer: open addressing on the index of
    // the token, whose bytes are in one pool; a tag of 16 bits avoids most comparisons.

    /** Result for bytes that are not a token. It is above every rank. */
    static final int NONE = Integer.MAX_VALUE;

    static final int MAX_TOKEN_LENGTH = 128;

    private static final String RESOURCE = "com/knuddels/jtokkit/o200k_base.tiktoken";

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SHORT_TABLE_BITS = 18;
    private static final int LONG_TABLE_BITS = 17;
    private static final int LENGTH_SHIFT = 24;
    private static final int RANK_MASK = (1 << LENGTH_SHIFT) - 1;

    private final int[] pairRanks = new int[0x10000];
    private final long[] keys = new long[1 << SHORT_TABLE_BITS];
    private final int[] lengthsAndRanks = new int[1 << SHORT_TABLE_BITS];
    private final int[] slots = new int[1 << LONG_TABLE_BITS];
    private final int[] ends = new int[0x10000];
    private final int[] ranks = new int[0x10000];
    private final byte[] pool = new byte[0xA0000];
    private int longTokenCount;

    private O200kVocabulary() {
        Arrays.fill(pairRanks, NONE);
    }

    /** Returns the vocabulary that all counters share. It is read on first use. */
    static O200kVocabulary shared() {
        if (Shared.VOCABULARY == null) {
            throw new IllegalStateException(
                    "o200k_base cannot be counted: " + RESOURCE + " of com.knuddels:jtokkit cannot be read",
                    Shared.FAILURE);
        }
        return Shared.VOCABULARY;
    }

    /** Returns whether the vocabulary can be read. */
    public static boolean isAvailable() {
        return Shared.VOCABULARY != null;
    }

    /** Reads the file of ranks from the JTokkit library. No JTokkit code runs. */
    static O200kVocabulary load() throws IOException {
        try (InputStream in = O200kVocabulary.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new FileNotFoundException("not on the class path: " + RESOURCE);
            }
            O200kVocabulary vocabulary = new O200kVocabulary();
            new RankFile(in).readInto(vocabulary);
            return vocabulary;
        }
    }

    /** Returns the rank of a token of two bytes, or {@link #NONE}. */
    int rankOfTwo(byte first, byte second) {
        return pairRanks[(first & 0xFF) | ((second & 0xFF) << 8)];
    }

    /** Returns the rank of the token {@code bytes[from, end)}, which has at least two bytes, or {@link #NONE}. */
    int rank(byte[] bytes, int from, int end) {
        int length = end - from;
        if (length > 8) {
            return rankOfLong(bytes, from, length);
        }
        return length == 2 ? rankOfTwo(bytes[from], bytes[from + 1]) : rankOfShort(key(bytes, from, length), length);
    }

    private int rankOfShort(long key, int length) {
        for (int slot = slotOf(key); keys[slot] != 0; slot = nextSlot(slot, keys.length)) {
            if (keys[slot] == key && lengthsAndRanks[slot] >>> LENGTH_SHIFT == length) {
                return lengthsAndRanks[slot] & RANK_MASK;
            }
        }
        return NONE;
    }

    private int rankOfLong(byte[] bytes, int from, int length) {
        if (length > MAX_TOKEN_LENGTH) {
            return NONE;
        }
        long hash = hashOfLong(bytes, from, length);
        int tag = (int) hash & 0xFFFF;
        for (int slot = (int) (hash >>> (64 - LONG_TABLE_BITS));
                slots[slot] != 0;
                slot = nextSlot(slot, slots.length)) {
            if (slots[slot] >>> 16 == tag) {
                int index = (slots[slot] & 0xFFFF) - 1;
                int start = index == 0 ? 0 : ends[index - 1];
                if (Arrays.equals(pool, start, ends[index], bytes, from, from + length)) {
                    return ranks[index];
                }
            }
        }
        return NONE;
    }

    /** Returns up to eight bytes as a number. */
    static long key(byte[] bytes, int from, int length) {
        if (from + 8 <= bytes.length) {
            return (long) LONG.get(bytes, from) & (-1L >>> (64 - 8 * length));
        }
        long key = 0;
        for (int i = length - 1; i >= 0; i--) {
            key = (key << 8) | (bytes[from + i] & 0xFF);
        }
        return key;
    }

    private static int nextSlot(int slot, int size) {
        return (slot + 1) & (size - 1);
    }

    private static int slotOf(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> (64 - SHORT_TABLE_BITS));
    }

    private static long hashOfLong(byte[] bytes, int from, int length) {
        long firstBytes = (long) LONG.get(bytes, from);
        long lastBytes = (long) LONG.get(bytes, from + length - 8);
        long hash =
                ((firstBytes * 0x9E3779B97F4A7C15L) ^ (Long.rotateLeft(lastBytes, 31) + length)) * 0xD6E8FEB86659FD93L;
        return hash ^ (hash >>> 32);
    }

    /** Adds {@code token[0, length)}. The array has at least eight bytes. */
    private void add(byte[] token, int length, int rank) {
        if (length > 8) {
            addLong(token, length, rank);
        } else if (length == 2) {
            pairRanks[(token[0] & 0xFF) | ((token[1] & 0xFF) << 8)] = rank;
        } else if (length > 2) {
            addShort(key(token, 0, length), length, rank);
        }
    }

    private void addShort(long key, int length, int rank) {
        int slot = slotOf(key);
        while (keys[slot] != 0) {
            slot = nextSlot(slot, keys.length);
        }
        keys[slot] = key;
        lengthsAndRanks[slot] = (length << LENGTH_SHIFT) | rank;
    }

    private void addLong(byte[] token, int length, int rank) {
        int start = longTokenCount == 0 ? 0 : ends[longTokenCount - 1];
        System.arraycopy(token, 0, pool, start, length);
        ends[longTokenCount] = start + length;
        ranks[longTokenCount] = rank;
        longTokenCount++;
        long hash = hashOfLong(token, 0, length);
        int slot = (int) (hash >>> (64 - LONG_TABLE_BITS));
        while (slots[slot] != 0) {
            slot = nextSlot(slot, slots.length);
        }
        slots[slot] = (((int) hash & 0xFFFF) << 16) | longTokenCount;
    }

    /**
     * Holder of the shared vocabulary, or of the failure to load it. A failure thrown from here would be an Error, and only the first
     * one would have its cause.
     */
    private static final class Shared {
        static final @Nullable O200kVocabulary VOCABULARY;
        static final @Nullable Exception FAILURE;

        static {
            O200kVocabulary vocabulary = null;
            Exception failure = null;
            try {
                vocabulary = load();
            } catch (IOException | RuntimeException e) {
                failure = e;
            }
            VOCABULARY = vocabulary;
            FAILURE = failure;
        }
    }

    /** Reader of a vocabulary in the tiktoken format. Each line is a token in base64, a space, and the rank. */
    private static final class RankFile {
        // 3.6 MB are read before the first answer, so the file is read in blocks, without an object per line

        private static final int BLOCK = 64 * 1024;
        private static final byte[] SIXTETS = sixtets();

        private final InputStream in;
        private final byte[] block = new byte[BLOCK];
        private final byte[] token = new byte[MAX_TOKEN_LENGTH + 3];
        private int position;
        private int end;

        RankFile(InputStream in) {
            this.in = in;
        }

        void readInto(O200kVocabulary vocabulary) throws IOException {
            int longestLine = 2 * token.length + 16;
            while (refill()) {
                int safeEnd = end < block.length ? end : end - longestLine;
                while (position < safeEnd) {
                    readLine(vocabulary);
                }
            }
        }

        /**
         * Reads one line. This is a separate method because the JIT compiles it long before it compiles the loop around it.
         */
        private void readLine(O200kVocabulary vocabulary) {
            int length = readToken();
            vocabulary.add(token, length, readRank());
        }

        /** Moves the unread bytes to the front of the block and reads more. Returns whether bytes are left. */
        private boolean refill() throws IOException {
            System.arraycopy(block, position, block, 0, end - position);
            end -= position;
            position = 0;
            end += in.readNBytes(block, end, block.length - end);
            return end > 0;
        }

        private int readToken() {
            byte[] bytes = block;
            byte[] sixtets = SIXTETS;
            int length = 0;
            int i = position;
            while (bytes[i] != ' ') {
                int bits = (sixtets[bytes[i]] << 18)
                        | (sixtets[bytes[i + 1]] << 12)
                        | (sixtets[bytes[i + 2]] << 6)
                        | sixtets[bytes[i + 3]];
                token[length] = (byte) (bits >> 16);
                token[length + 1] = (byte) (bits >> 8);
                token[length + 2] = (byte) bits;
                length += 3;
                i += 4;
            }
            position = i + 1;
            return bytes[i - 1] != '=' ? length : bytes[i - 2] != '=' ? length - 1 : length - 2;
        }

        private int readRank() {
            byte[] bytes = block;
            int rank = 0;
            int i = position;
            while (i < end && bytes[i] >= '0') {
                rank = 10 * rank + bytes[i++] - '0';
            }
            position = Math.min(i + 1, end);
            return rank;
        }

        /** Returns the value of each base64 digit. Padding counts as zero. */
        private static byte[] sixtets() {
            String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
            byte[] sixtets = new byte[128];
            for (int i = 0; i < alphabet.length(); i++) {
                sixtets[alphabet.charAt(i)] = (byte) i;
            }
            return sixtets;
        }
    }
}
