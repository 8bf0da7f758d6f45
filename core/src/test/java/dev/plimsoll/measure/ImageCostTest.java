package dev.plimsoll.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ImageCost.Dimensions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ImageCostTest {

    // the beginnings of images of 800 x 600 pixels
    private static final byte[] PNG = hex("89504e470d0a1a0a0000000d49484452 00000320 00000258 0806000000");
    private static final byte[] GIF = hex("474946383961 2003 5802 f70000");
    private static final byte[] LOSSY_WEBP =
            hex("52494646 24000000 57454250 56503820 18000000 300100 9d012a 2003 5802 0034");
    private static final byte[] LOSSLESS_WEBP = hex("52494646 24000000 57454250 5650384c 18000000 2f 1fc39500 00");
    private static final byte[] EXTENDED_WEBP =
            hex("52494646 24000000 57454250 56503858 0a000000 10000000 1f0300 570200");

    @Test
    void readsTheSizeOfEachFormat() {
        Dimensions expected = new Dimensions(800, 600);
        assertThat(ImageCost.readDimensions(base64(PNG))).isEqualTo(expected);
        assertThat(ImageCost.readDimensions(base64(GIF))).isEqualTo(expected);
        assertThat(ImageCost.readDimensions(base64(LOSSY_WEBP))).isEqualTo(expected);
        assertThat(ImageCost.readDimensions(base64(LOSSLESS_WEBP))).isEqualTo(expected);
        assertThat(ImageCost.readDimensions(base64(EXTENDED_WEBP))).isEqualTo(expected);
        assertThat(ImageCost.readDimensions(base64(jpeg(0xC0, 16)))).isEqualTo(expected);
        assertThat(ImageCost.readDimensions(base64(jpeg(0xC2, 16)))).isEqualTo(expected);
    }

    @Test
    void dividesTheAreaBy750AndRoundsUp() {
        assertThat(ImageCost.tokens(base64(PNG), "image/png")).isEqualTo(640);
        assertThat(ImageCost.tokens(base64(png(1, 1)), "image/png")).isEqualTo(1);
        assertThat(ImageCost.tokens(base64(png(751, 1)), null)).isEqualTo(2);
    }

    @Test
    void findsTheFrameOfAJpegAfterMuchMetadata() {
        assertThat(ImageCost.readDimensions(base64(jpeg(0xC0, 65_000)))).isEqualTo(new Dimensions(800, 600));
    }

    @Test
    void usesADefaultIfTheSizeIsUnreadable() {
        assertThat(ImageCost.tokens(Slice.of(""), "image/png")).isEqualTo(ImageCost.UNKNOWN_SIZE_TOKENS);
        assertThat(ImageCost.tokens(Slice.of("!!!!"), null)).isEqualTo(1_600);
        assertThat(ImageCost.tokens(base64("<svg width='10'/>".getBytes(StandardCharsets.UTF_8)), "image/svg+xml"))
                .isEqualTo(1_600);
        assertThat(ImageCost.tokens(base64(PNG), "audio/wav")).isEqualTo(1_600);
        assertThat(ImageCost.tokens(base64(PNG), "IMAGE/PNG")).isEqualTo(640);
    }

    @Test
    void readsEscapedAndWrappedBase64AndDataUris() {
        String text = Base64.getEncoder().encodeToString(jpeg(0xC0, 500));
        Dimensions expected = new Dimensions(800, 600);
        assertThat(text).contains("/");
        assertThat(ImageCost.readDimensions(Slice.of(text.replace("/", "\\/")))).isEqualTo(expected);
        assertThat(ImageCost.readDimensions(Slice.of(text.replaceAll("(.{76})", "$1\\\\r\\\\n"))))
                .isEqualTo(expected);
        assertThat(ImageCost.readDimensions(Slice.of("data:image/jpeg;base64," + text)))
                .isEqualTo(expected);
        assertThat(ImageCost.readDimensions(Slice.of(Base64.getUrlEncoder().encodeToString(jpeg(0xC0, 500)))))
                .isEqualTo(expected);
    }

    @Test
    void hostileHeadersDoNotOverflow() {
        assertThat(ImageCost.tokens(base64(png(Integer.MAX_VALUE, Integer.MAX_VALUE)), null))
                .isEqualTo(ImageCost.MAX_TOKENS);
        assertThat(ImageCost.readDimensions(base64(png(0, 600)))).isNull();
        assertThat(ImageCost.readDimensions(base64(png(-1, -1)))).isNull();
        assertThat(ImageCost.readDimensions(base64(hex("ffd8ff e0 0000 ff c0 0000"))))
                .isNull();
        assertThat(ImageCost.readDimensions(base64(hex("ffd8 " + "ff".repeat(1_000)))))
                .isNull();
    }

    @Test
    void doesNotThrowOnDamagedImages() {
        Random random = new Random(7);
        for (byte[] image : new byte[][] {PNG, GIF, LOSSY_WEBP, LOSSLESS_WEBP, EXTENDED_WEBP, jpeg(0xC0, 300)}) {
            String text = Base64.getEncoder().encodeToString(image);
            for (int end = 0; end < text.length(); end++) {
                assertThat(ImageCost.tokens(Slice.of(text.substring(0, end)), null))
                        .isPositive();
            }
            for (int round = 0; round < 500; round++) {
                byte[] damaged = image.clone();
                damaged[random.nextInt(image.length)] = (byte) random.nextInt();
                assertThat(ImageCost.tokens(base64(damaged), null)).isBetween(1, ImageCost.MAX_TOKENS);
            }
        }
    }

    private static byte[] png(int width, int height) {
        return hex("89504e470d0a1a0a0000000d49484452 %08x %08x 0806000000".formatted(width, height));
    }

    /** Creates a JPEG with a metadata segment of the given length before its frame. */
    private static byte[] jpeg(int frameMarker, int metadataLength) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(hex("ffd8 ffe1 %04x".formatted(metadataLength + 2)));
        byte[] noise = new byte[metadataLength];
        new Random(metadataLength).nextBytes(noise);
        out.writeBytes(noise);
        out.writeBytes(hex("ffdb 0004 0102 ff%02x 0011 08 0258 0320 03 012200".formatted(frameMarker)));
        return out.toByteArray();
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    private static Slice base64(byte[] bytes) {
        return Slice.of(Base64.getEncoder().encodeToString(bytes));
    }
}
