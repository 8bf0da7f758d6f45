package dev.plimsoll.tokens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Weights of all pairs of neighboring bytes, in 1/4096 token. Immutable; 128 KB. */
final class PairWeights {

    /** Weight of one token. */
    static final int UNIT = 4096;

    private static final int CLASSES = 16;
    private static final int FIRST_CONTINUATION = 0x80;
    private static final int LAST_CONTINUATION = 0xBF;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** Weights by the first byte plus 256 times the second: two bytes read as one little-endian number. */
    private final char[] weights;

    private PairWeights(char[] weights) {
        this.weights = weights;
    }

    static PairWeights plain(Vocabulary vocabulary) {
        PairWeights weights = expand(readMatrix(vocabulary.label()), false);
        return vocabulary == Vocabulary.O200K ? weights.refine(1) : weights;
    }

    /** Returns the weights for the raw inside of JSON strings. They are fitted to o200k_base only. */
    static PairWeights escaped() {
        return expand(readMatrix("o200k-escaped"), true).refine(2);
    }

    int weight(byte first, byte second) {
        return weights[(first & 0xFF) | ((second & 0xFF) << 8)];
    }

    /**
     * Returns the sum of the weights of all pairs in {@code [from, to)}. The range must be at most 100 KB, because
     * the sum is an int.
     */
    int sum(byte[] b, int from, int to) {
        char[] w = weights;
        int s0 = 0;
        int s1 = 0;
        int s2 = 0;
        int s3 = 0;
        int i = from;
        // four independent sums, because each addition to one sum would wait for the previous one
        for (; i + 8 < to; i += 8) {
            s0 += w[(short) SHORT.get(b, i) & 0xFFFF] + w[(short) SHORT.get(b, i + 4) & 0xFFFF];
            s1 += w[(short) SHORT.get(b, i + 1) & 0xFFFF] + w[(short) SHORT.get(b, i + 5) & 0xFFFF];
            s2 += w[(short) SHORT.get(b, i + 2) & 0xFFFF] + w[(short) SHORT.get(b, i + 6) & 0xFFFF];
            s3 += w[(short) SHORT.get(b, i + 3) & 0xFFFF] + w[(short) SHORT.get(b, i + 7) & 0xFFFF];
        }
        for (; i + 1 < to; i++) {
            s0 += w[(short) SHORT.get(b, i) & 0xFFFF];
        }
        return s0 + s1 + s2 + s3;
    }

    private static PairWeights expand(int[] matrix, boolean isEscaped) {
        byte[] classes = new byte[256];
        for (int b = 0; b < 256; b++) {
            classes[b] = (byte) classOf(b, isEscaped);
        }
        char[] weights = new char[256 * 256];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (char) matrix[classes[i & 0xFF] * CLASSES + classes[i >> 8]];
        }
        return new PairWeights(weights);
    }

    /** Returns a copy with finer weights where the first bytes of a character identify its script. */
    private PairWeights refine(int column) {
        char[] refined = weights.clone();
        for (String line : readTable("o200k-scripts").strip().split("\n", -1)) {
            String[] cells = line.split(",", -1);
            int lead = Integer.parseInt(cells[0].substring(0, 2), 16);
            boolean hasOnlyFirstByte = cells[0].length() == 2;
            int from = hasOnlyFirstByte ? FIRST_CONTINUATION : Integer.parseInt(cells[0].substring(2), 16);
            int to = hasOnlyFirstByte ? LAST_CONTINUATION + 1 : from + 1;
            for (int second = from; second < to; second++) {
                refined[lead | second << 8] = (char) Integer.parseInt(cells[column]);
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

    private static String readTable(String table) {
        String path = "token-weights/" + table + ".csv";
        try (InputStream in = PairWeights.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(
                        "token weights " + path + " are missing next to " + PairWeights.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("token weights " + path + " cannot be read", e);
        }
    }

    private static int[] readMatrix(String table) {
        String[] cells = readTable(table).strip().split("[,\\s]+", -1);
        if (cells.length != CLASSES * CLASSES) {
            throw new IllegalStateException("token weights " + table + ": must be 256 numbers, got " + cells.length);
        }
        int[] numbers = new int[cells.length];
        for (int i = 0; i < cells.length; i++) {
            numbers[i] = Integer.parseInt(cells[i]);
        }
        return numbers;
    }
}
