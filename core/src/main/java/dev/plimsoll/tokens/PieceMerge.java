package dev.plimsoll.tokens;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Counter of the tokens of pieces by byte-pair merging. Not thread-safe, because it has work arrays. */
final class PieceMerge {
    // Merging takes time quadratic in the length, so a long piece is processed in windows that overlap. Each window
    // begins at the start of a token of the previous window, and this token must be the same in both. Then any two
    // neighboring tokens are neighbors in one of the windows, and an encoding is valid if that holds for each pair. If
    // the token differs, the windows grow. With the largest window, the count could be wrong by about one token; no
    // known text needs that window.

    private static final int MIN_WINDOW = 48;
    private static final int MAX_WINDOW = 4 * O200kVocabulary.MAX_TOKEN_LENGTH;

    /** Number of words from which on a cache of words is faster than merging. */
    private static final int UNCACHED_WORDS = 8;

    private final O200kVocabulary vocabulary;
    private Window window;
    private Window nextWindow;
    private int mergedWords;
    private @Nullable WordCache wordCache;

    PieceMerge(O200kVocabulary vocabulary) {
        this.vocabulary = vocabulary;
        window = new Window(vocabulary);
        nextWindow = new Window(vocabulary);
    }

    /** Counts the tokens of {@code bytes[start, end)}, which has at least two bytes and is not a token itself. */
    int count(byte[] bytes, int start, int end) {
        int length = end - start;
        if (length <= 3) {
            return length == 3 && hasPair(bytes, start) ? 2 : length;
        }
        if (length <= WordCache.MAX_LENGTH && (wordCache != null || ++mergedWords > UNCACHED_WORDS)) {
            return countCached(bytes, start, end);
        }
        return length <= MIN_WINDOW ? window.merge(bytes, start, end) : countLong(bytes, start, end);
    }

    /** Counts with a cache, because texts repeat the same names. */
    private int countCached(byte[] bytes, int start, int end) {
        WordCache cache = wordCache;
        if (cache == null) {
            cache = new WordCache();
            wordCache = cache;
        }
        int tokens = cache.find(bytes, start, end - start);
        if (tokens == 0) {
            tokens = window.merge(bytes, start, end);
            cache.put(tokens);
        }
        return tokens;
    }

    private boolean hasPair(byte[] bytes, int start) {
        return vocabulary.rankOfTwo(bytes[start], bytes[start + 1]) != O200kVocabulary.NONE
                || vocabulary.rankOfTwo(bytes[start + 1], bytes[start + 2]) != O200kVocabulary.NONE;
    }

    private int countLong(byte[] bytes, int start, int end) {
        int size = MIN_WINDOW;
        int from = start;
        int tokens = 0;
        window.merge(bytes, from, from + size);
        while (window.to() < end) {
            int nextStart = window.lastStart(window.to() - size / 3);
            if (nextStart > from) {
                nextWindow.merge(bytes, nextStart, Math.min(nextStart + size, end));
            }
            if (nextStart > from
                    && (size == MAX_WINDOW || nextWindow.endOfToken(nextStart) == window.endOfToken(nextStart))) {
                tokens += window.tokensBefore(nextStart);
                from = nextStart;
                swap();
            } else {
                size = Math.min(2 * size, MAX_WINDOW);
                window.merge(bytes, from, Math.min(from + size, end));
            }
        }
        return tokens + window.tokens();
    }

    private void swap() {
        Window previous = window;
        window = nextWindow;
        nextWindow = previous;
    }

    /** Cache of the token counts of words of 4 to 16 bytes. A new word replaces the word in the same slot. */
    private static final class WordCache {

        static final int MAX_LENGTH = 16;

        private static final int BITS = 9;
        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        private final long[] firstBytes = new long[1 << BITS];
        private final long[] lastBytes = new long[1 << BITS];
        private final byte[] lengths = new byte[1 << BITS];
        private final byte[] tokens = new byte[1 << BITS];
        private long first;
        private long last;
        private int length;
        private int slot;

        /** Returns the token count, or 0 if the word is not in the cache. */
        int find(byte[] bytes, int start, int size) {
            length = size;
            boolean isLong = size > Long.BYTES;
            first = isLong ? (long) LONG.get(bytes, start) : O200kVocabulary.key(bytes, start, size);
            // both ranges may overlap; together they cover all bytes of the word
            last = isLong ? (long) LONG.get(bytes, start + size - Long.BYTES) : 0;
            slot = (int) (((first ^ Long.rotateLeft(last, 23)) * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - BITS));
            boolean isFound = firstBytes[slot] == first && lastBytes[slot] == last && lengths[slot] == size;
            return isFound ? tokens[slot] : 0;
        }

        /** Stores the count of the word that was looked up last. */
        void put(int count) {
            firstBytes[slot] = first;
            lastBytes[slot] = last;
            lengths[slot] = (byte) length;
            tokens[slot] = (byte) count;
        }
    }

    /**
     * Range of bytes that is merged into tokens by byte-pair encoding: always the pair of lowest rank, the first of equals.
     * Reusable.
     */
    private static final class Window {
        // A part is identified by the offset of its first byte. pairs[offset] holds the rank of the part merged with
        // its successor and, in the lower bits, the offset: the smallest number is the pair to merge.

        private static final int OFFSET_BITS = 13;
        private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;
        private static final int NO_PAIR = Integer.MAX_VALUE;

        private final O200kVocabulary vocabulary;
        private int[] pairs = new int[0];
        private int[] next = new int[0];
        private int[] previous = new int[0];
        private int from;
        private int to;
        private int tokens;

        Window(O200kVocabulary vocabulary) {
            this.vocabulary = vocabulary;
        }

        /** Sets this window to {@code bytes[from, to)}, of 1 to 8,000 bytes, merges it, and returns the number of tokens. */
        int merge(byte[] bytes, int from, int to) {
            this.from = from;
            this.to = to;
            initialize(bytes, to - from);
            for (int pair = lowestPair(); pair != NO_PAIR; pair = lowestPair()) {
                mergePair(bytes, pair & OFFSET_MASK);
            }
            return tokens;
        }

        int to() {
            return to;
        }

        int tokens() {
            return tokens;
        }

        /** Returns the start of the last token that begins at or before {@code position}. */
        int lastStart(int position) {
            int offset = 0;
            while (from + next[offset] <= position) {
                offset = next[offset];
            }
            return from + offset;
        }

        int endOfToken(int start) {
            return from + next[start - from];
        }

        int tokensBefore(int start) {
            int count = 0;
            for (int offset = 0; from + offset < start; offset = next[offset]) {
                count++;
            }
            return count;
        }

        private void initialize(byte[] bytes, int length) {
            if (pairs.length < length + 1) {
                int size = Math.max(32, 2 * length);
                pairs = new int[size];
                next = new int[size];
                previous = new int[size];
            }
            tokens = length;
            for (int i = 0; i < length; i++) {
                next[i] = i + 1;
                previous[i + 1] = i;
            }
            for (int i = 0; i < length - 1; i++) {
                pairs[i] = pairNumber(vocabulary.rankOfTwo(bytes[from + i], bytes[from + i + 1]), i);
            }
            pairs[length - 1] = NO_PAIR;
        }

        private static int pairNumber(int rank, int offset) {
            return rank == O200kVocabulary.NONE ? NO_PAIR : (rank << OFFSET_BITS) | offset;
        }

        private int lowestPair() {
            int[] numbers = pairs;
            int firstMinimum = NO_PAIR;
            int secondMinimum = NO_PAIR;
            int i = to - from - 1;
            for (; i > 0; i -= 2) {
                firstMinimum = Math.min(firstMinimum, numbers[i]);
                secondMinimum = Math.min(secondMinimum, numbers[i - 1]);
            }
            return Math.min(Math.min(firstMinimum, secondMinimum), numbers[0]);
        }

        /** Merges the part at {@code left} with its successor. */
        private void mergePair(byte[] bytes, int left) {
            int length = to - from;
            int right = next[left];
            int after = next[right];
            next[left] = after;
            previous[after] = left;
            pairs[right] = NO_PAIR;
            tokens--;
            pairs[left] = after == length
                    ? NO_PAIR
                    : pairNumber(vocabulary.rank(bytes, from + left, from + next[after]), left);
            if (left > 0) {
                int before = previous[left];
                pairs[before] = pairNumber(vocabulary.rank(bytes, from + before, from + after), before);
            }
        }
    }
}
