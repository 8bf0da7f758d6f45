package dev.plimsoll.bench.floor;

import dev.plimsoll.json.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The floors of token counting: the sum of a weight for each pair of neighboring bytes, and the number of characters.
 */
public final class HandwrittenCounter {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final char[] weights = new char[1 << 16];

    /** Fills the table with arbitrary weights, because the speed does not depend on them. */
    public HandwrittenCounter() {
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (char) (i * 31 & 0xFFF);
        }
    }

    /** Looks up the weight of each pair of neighboring bytes, and returns their sum. */
    public long sumPairWeights(Slice slice) {
        byte[] bytes = slice.bytes();
        char[] weights = this.weights;
        long sum = 0;
        int last = slice.to() - 1;
        for (int from = slice.from(); from < last; from += 8192) {
            sum += sumPairWeights(weights, bytes, from, Math.min(last, from + 8192));
        }
        return sum;
    }

    /**
     * Adds up the weights of a range in four independent int variables, because the processor can then add them in parallel.
     */
    private static int sumPairWeights(char[] weights, byte[] bytes, int from, int to) {
        int s0 = 0;
        int s1 = 0;
        int s2 = 0;
        int s3 = 0;
        int i = from;
        for (; i + 7 < to; i += 8) {
            s0 += weights[(short) SHORTS.get(bytes, i) & 0xFFFF] + weights[(short) SHORTS.get(bytes, i + 4) & 0xFFFF];
            s1 += weights[(short) SHORTS.get(bytes, i + 1) & 0xFFFF]
                    + weights[(short) SHORTS.get(bytes, i + 5) & 0xFFFF];
            s2 += weights[(short) SHORTS.get(bytes, i + 2) & 0xFFFF]
                    + weights[(short) SHORTS.get(bytes, i + 6) & 0xFFFF];
            s3 += weights[(short) SHORTS.get(bytes, i + 3) & 0xFFFF]
                    + weights[(short) SHORTS.get(bytes, i + 7) & 0xFFFF];
        }
        for (; i < to; i++) {
            s0 += weights[(short) SHORTS.get(bytes, i) & 0xFFFF];
        }
        return s0 + s1 + s2 + s3;
    }

    /** Counts the bytes that begin a UTF-8 character. */
    public static long countCharacters(Slice slice) {
        byte[] bytes = slice.bytes();
        long count = 0;
        for (int i = slice.from(); i < slice.to(); i++) {
            // as signed numbers, only the continuation bytes 10xxxxxx are at most (byte) 0xBF
            count += bytes[i] > (byte) 0xBF ? 1 : 0;
        }
        return count;
    }
}
