package dev.plimsoll.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;

class Lz4Test {

    private static final LZ4Factory REFERENCE_LZ4 = LZ4Factory.safeInstance();

    private final Lz4 lz4 = new Lz4();
    private final Random random = new Random(20260101);

    @Test
    void isCompatibleWithAnotherImplementation() throws IOException {
        for (int i = 0; i < 3_000; i++) {
            byte[] raw = bytes(i);
            byte[] result = compress(raw);
            assertThat(REFERENCE_LZ4.safeDecompressor().decompress(result, raw.length))
                    .isEqualTo(raw);
            assertThat(decompress(result, raw.length)).isEqualTo(raw);
            assertThat(decompress(REFERENCE_LZ4.fastCompressor().compress(raw), raw.length))
                    .isEqualTo(raw);
        }
    }

    @Test
    void compressesAboutAsWellAsAnotherImplementation() {
        byte[] raw = records(1 << 16);
        int otherLength = REFERENCE_LZ4.fastCompressor().compress(raw).length;
        assertThat(compress(raw).length).isLessThan(otherLength * 11 / 10).isLessThan(raw.length / 2);
    }

    @Test
    void compressedLengthIsAtMostItsMaximum() {
        for (int length = 0; length < 2_000; length++) {
            byte[] raw = new byte[length];
            random.nextBytes(raw);
            assertThat(compress(raw).length).isLessThanOrEqualTo(Lz4.maxCompressedLength(length));
        }
    }

    @Test
    void decodesDamagedInputLikeTheReferenceOrRejectsIt() {
        for (int i = 0; i < 4_000; i++) {
            byte[] raw = bytes(i);
            byte[] damaged = compress(raw);
            if (damaged.length == 0) {
                continue;
            }
            damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length) + 1);
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            assertThat(isDecodedEquallyOrRejected(damaged, raw.length)).isTrue();
        }
    }

    /** Returns whether both decoders return the same bytes, or at least one of them rejects the input. */
    private static boolean isDecodedEquallyOrRejected(byte[] compressed, int length) {
        byte[] result;
        try {
            result = decompress(compressed, length);
        } catch (IOException e) {
            return true; // Plimsoll's decoder may reject more, because checksums ensure that it reads real blocks
        }
        try {
            return Arrays.equals(result, REFERENCE_LZ4.safeDecompressor().decompress(compressed, length));
        } catch (LZ4Exception e) {
            return result.length == length;
        }
    }

    private byte[] compress(byte[] raw) {
        byte[] out = new byte[Lz4.maxCompressedLength(raw.length) + 3];
        return Arrays.copyOfRange(out, 3, lz4.compress(raw, 0, raw.length, out, 3));
    }

    private static byte[] decompress(byte[] compressed, int length) throws IOException {
        byte[] out = new byte[length + 10];
        Lz4.decompress(compressed, 0, compressed.length, out, 5, 5 + length);
        assertThat(out).startsWith(new byte[5]).endsWith(new byte[5]);
        return Arrays.copyOfRange(out, 5, 5 + length);
    }

    private byte[] bytes(int size) {
        int length = random.nextInt(Math.min(70_000, 1 + size * 4));
        if (size % 3 == 0) {
            return records(length);
        }
        byte[] bytes = new byte[length];
        int distinctBytes = 1 + random.nextInt(size % 3 == 1 ? 3 : 256);
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt(distinctBytes);
        }
        return bytes;
    }

    private byte[] records(int length) {
        StringBuilder out = new StringBuilder();
        while (out.length() < length) {
            out.append("{\"id\":").append(random.nextInt(10_000)).append(",\"name\":\"user\",\"active\":true},");
        }
        return Arrays.copyOf(out.toString().getBytes(UTF_8), length);
    }
}
