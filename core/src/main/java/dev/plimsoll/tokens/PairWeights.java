package dev.plimsoll.tokens;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Weights of all pairs of neighboring bytes, in 1/4096 token. Thread-safe; 128 KB. */
final class PairWeights {

    /** Weight of one token. */
    static final int UNIT = 4096;

    private static final int BYTES = 256;
    private static final int CLASSES = 16;
    private static final int FIRST_CONTINUATION = 0x80;
    private static final int LAST_CONTINUATION = 0xBF;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** Number of bytes after which a process is assumed to go on counting, so that it pays to compile the faster method. */
    private static final int COLD_BYTES = 16 << 20;

    /** Weights by the first byte plus 256 times the second: two bytes read as one little-endian number. */
    private final char[] weights;

    /** Number of bytes that were summed byte by byte. Threads may lose counts, which does no harm. */
    private int summedBytes;

    private PairWeights(char[] weights) {
        this.weights = weights;
    }

    static PairWeights plain(Vocabulary vocabulary) {
        PairWeights weights = expand(readMatrix(vocabulary.label()), false);
        return vocabulary == Vocabulary.O200K ? weights.refine(false) : weights;
    }

    /** Returns the weights for the raw inside of JSON strings. They are fitted to o200k_base only. */
    static PairWeights escaped() {
        return expand(readMatrix("o200k-escaped"), true).refine(true);
    }

    int weight(byte first, byte second) {
        return weights[(first & 0xFF) | ((second & 0xFF) << 8)];
    }

    /**
     * Returns the sum of the weights of all pairs in {@code [from, to)}. The range must be at most 100 KB, because
     * the sum is an int.
     */
    int sum(byte[] bytes, int from, int to) {
        if (summedBytes < COLD_BYTES) {
            summedBytes += to - from;
            return sumByteByByte(bytes, from, to);
        }
        return sumTwoBytesAtOnce(bytes, from, to);
    }

    /**
     * Sums the weights in the first megabytes of a process. Until the JIT compiles this method, array loads are ten times faster
     * than a VarHandle.
     */
    int sumByteByByte(byte[] bytes, int from, int to) {
        if (from >= to) {
            return 0;
        }
        char[] pairWeights = weights;
        int sum = 0;
        int first = bytes[from] & 0xFF;
        for (int i = from + 1; i < to; i++) {
            int second = bytes[i] & 0xFF;
            sum += pairWeights[first | second << 8];
            first = second;
        }
        return sum;
    }

    /** Sums twice as fast as {@link #sumByteByByte} after it is compiled. */
    int sumTwoBytesAtOnce(byte[] bytes, int from, int to) {
        char[] pairWeights = weights;
        int s0 = 0;
        int s1 = 0;
        int s2 = 0;
        int s3 = 0;
        int i = from;
        // four independent sums, because each addition to one sum would wait for the previous one
        for (; i + 8 < to; i += 8) {
            s0 += pairWeights[(short) SHORT.get(bytes, i) & 0xFFFF]
                    + pairWeights[(short) SHORT.get(bytes, i + 4) & 0xFFFF];
            s1 += pairWeights[(short) SHORT.get(bytes, i + 1) & 0xFFFF]
                    + pairWeights[(short) SHORT.get(bytes, i + 5) & 0xFFFF];
            s2 += pairWeights[(short) SHORT.get(bytes, i + 2) & 0xFFFF]
                    + pairWeights[(short) SHORT.get(bytes, i + 6) & 0xFFFF];
            s3 += pairWeights[(short) SHORT.get(bytes, i + 3) & 0xFFFF]
                    + pairWeights[(short) SHORT.get(bytes, i + 7) & 0xFFFF];
        }
        for (; i + 1 < to; i++) {
            s0 += pairWeights[(short) SHORT.get(bytes, i) & 0xFFFF];
        }
        return s0 + s1 + s2 + s3;
    }

    /** Creates the weights from a matrix of classes. Copies whole rows, because this method runs before the JIT compiles it. */
    private static PairWeights expand(int[] matrix, boolean isEscaped) {
        byte[] classes = new byte[BYTES];
        for (int b = 0; b < BYTES; b++) {
            classes[b] = (byte) classOf(b, isEscaped);
        }
        char[][] rows = new char[CLASSES][];
        char[] weights = new char[BYTES * BYTES];
        for (int second = 0; second < BYTES; second++) {
            int secondClass = classes[second];
            if (rows[secondClass] == null) {
                rows[secondClass] = row(matrix, classes, secondClass);
            }
            System.arraycopy(rows[secondClass], 0, weights, second << 8, BYTES);
        }
        return new PairWeights(weights);
    }

    /** Returns the weights of all first bytes before a second byte of a class. */
    private static char[] row(int[] matrix, byte[] classes, int secondClass) {
        char[] row = new char[BYTES];
        for (int first = 0; first < BYTES; first++) {
            row[first] = (char) matrix[classes[first] * CLASSES + secondClass];
        }
        return row;
    }

    /** Returns a copy with finer weights for characters whose first bytes identify their script. */
    private PairWeights refine(boolean isEscaped) {
        char[] refined = weights.clone();
        WeightTable table = WeightTable.open("o200k-scripts");
        while (table.hasMore()) {
            int prefixDigits = table.countDigits();
            int prefix = table.nextHexadecimal();
            int plainWeight = table.nextNumber();
            int escapedWeight = table.nextNumber();
            char weight = (char) (isEscaped ? escapedWeight : plainWeight);
            if (prefixDigits > 2) {
                refined[prefix >> 8 | (prefix & 0xFF) << 8] = weight;
            } else {
                for (int second = FIRST_CONTINUATION; second <= LAST_CONTINUATION; second++) {
                    refined[prefix | second << 8] = weight;
                }
            }
        }
        return new PairWeights(refined);
    }

    /** Returns the class of a byte, as defined in the README next to the tables. */
    static int classOf(int b, boolean isEscaped) {
        if (b < 0x80) {
            return classOfAscii(b, isEscaped);
        }
        if (b < 0xC0) {
            return 11;
        }
        if (b >= 0xC2 && b <= 0xCB) {
            return 12;
        }
        if (b >= 0xCC && b <= 0xE1) {
            return 13;
        }
        return b >= 0xE4 && b <= 0xE9 ? 15 : 14;
    }

    private static int classOfAscii(int b, boolean isEscaped) {
        if (b >= 'a' && b <= 'z') {
            return "jkqvwxz".indexOf(b) >= 0 ? 1 : "aeiou".indexOf(b) >= 0 ? 2 : 0;
        }
        if (b >= 'A' && b <= 'Z') {
            return 3;
        }
        if (b >= '0' && b <= '9') {
            return 4;
        }
        return switch (b) {
            case ' ' -> 5;
            case '\r', '\n' -> 6;
            case '\t' -> isEscaped ? 5 : 7;
            case '\\' -> isEscaped ? 7 : 8;
            case '"', '\'' -> 9;
            default -> ",.:;{}[]()/_-=<>".indexOf(b) >= 0 ? 8 : 10;
        };
    }

    private static int[] readMatrix(String name) {
        WeightTable table = WeightTable.open(name);
        int[] numbers = new int[CLASSES * CLASSES];
        int count = 0;
        while (table.hasMore()) {
            int number = table.nextNumber();
            if (count < numbers.length) {
                numbers[count] = number;
            }
            count++;
        }
        if (count != numbers.length) {
            throw new IllegalStateException("token weights " + name + ": must be 256 numbers, got " + count);
        }
        return numbers;
    }
}
