package dev.plimsoll.json;

/** A keyed 128-bit hash of words: two lanes, each folding the product of its state and a secret. Whoever does not know the seeds cannot make two inputs meet. */
final class KeyedHash {

    private final long start0;
    private final long start1;
    private final long factor0;
    private final long factor1;
    private long h0;
    private long h1;

    KeyedHash(long seed0, long seed1) {
        start0 = scramble(seed0 + 1);
        start1 = scramble(seed1 + 2);
        factor0 = scramble(seed1 + 3) | 1;
        factor1 = scramble(seed0 + 4) | 1;
    }

    void restart(long tag) {
        h0 = start0;
        h1 = start1;
        absorb(tag);
    }

    void resume(long lane0, long lane1) {
        h0 = lane0;
        h1 = lane1;
    }

    void absorb(long word) {
        h0 = fold(h0 ^ word, factor0);
        h1 = fold(h1 ^ word, factor1);
    }

    void absorb(byte[] b, int from, int to) {
        absorb((long) to - from);
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            absorb(Swar.word(b, i));
        }
        long rest = 0;
        for (; i < to; i++) {
            rest = (rest << 8) | (b[i] & 0xFF);
        }
        absorb(rest);
    }

    long lane0() {
        return h0;
    }

    long lane1() {
        return h1;
    }

    private static long fold(long x, long factor) {
        return (x * factor) ^ Math.multiplyHigh(x, factor);
    }

    /** The finisher of SplitMix64. */
    private static long scramble(long seed) {
        long z = seed * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
