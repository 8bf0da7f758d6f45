package dev.plimsoll.testkit.sample;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Valid pictures of given dimensions, written byte by byte without an imaging library. */
public final class Pictures {

    private Pictures() {}

    /** Creates a white PNG with one bit per pixel: 4,000 by 3,000 pixels take 7 KB. */
    public static byte[] png(int width, int height) {
        byte[] rows = new byte[height * ((width + 7) / 8 + 1)];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (byte) (i % ((width + 7) / 8 + 1) == 0 ? 0 : 0xff);
        }
        return png(width, height, 1, 0, rows);
    }

    /** Creates a PNG of colored noise: three incompressible bytes per pixel. */
    public static byte[] noisyPng(int width, int height) {
        byte[] rows = new byte[height * (width * 3 + 1)];
        new Random(width).nextBytes(rows);
        for (int row = 0; row < height; row++) {
            rows[row * (width * 3 + 1)] = 0;
        }
        return png(width, height, 8, 2, rows);
    }

    private static byte[] png(int width, int height, int bits, int colorType, byte[] rows) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        byte[] header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put((byte) bits)
                .put((byte) colorType)
                .array();
        chunk(out, "IHDR", header);
        chunk(out, "IDAT", deflate(rows));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] body) {
        byte[] typed = ByteBuffer.allocate(4 + body.length)
                .put(type.getBytes(StandardCharsets.US_ASCII))
                .put(body)
                .array();
        CRC32 crc = new CRC32();
        crc.update(typed);
        out.writeBytes(ByteBuffer.allocate(4).putInt(body.length).array());
        out.writeBytes(typed);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    private static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8_192];
        while (!deflater.finished()) {
            out.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return out.toByteArray();
    }

    /**
     * Creates a gray baseline JPEG. Each of its two Huffman tables has a single code, which has one bit, so a block of
     * 8 by 8 pixels takes two zero bits.
     */
    public static byte[] jpeg(int width, int height) {
        byte[] oneCode = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        byte[] size = ByteBuffer.allocate(4)
                .putShort((short) height)
                .putShort((short) width)
                .array();
        byte[] quantizers = new byte[64];
        Arrays.fill(quantizers, (byte) 16);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0xff, (byte) 0xd8});
        segment(out, 0xe0, new byte[] {'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0});
        segment(out, 0xdb, new byte[] {0}, quantizers);
        segment(out, 0xc0, new byte[] {8}, size, new byte[] {1, 1, 0x11, 0});
        segment(out, 0xc4, new byte[] {0}, oneCode);
        segment(out, 0xc4, new byte[] {0x10}, oneCode);
        segment(out, 0xda, new byte[] {1, 1, 0, 0, 63, 0});
        int bits = 2 * ((width + 7) / 8) * ((height + 7) / 8);
        out.writeBytes(new byte[bits / 8]);
        if (bits % 8 > 0) { // JPEG fills the last byte with ones
            out.write(0xff >> bits % 8);
        }
        out.writeBytes(new byte[] {(byte) 0xff, (byte) 0xd9});
        return out.toByteArray();
    }

    private static void segment(ByteArrayOutputStream out, int marker, byte[]... parts) {
        int length = 2;
        for (byte[] part : parts) {
            length += part.length;
        }
        out.writeBytes(new byte[] {(byte) 0xff, (byte) marker, (byte) (length >> 8), (byte) length});
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
    }

    /** Creates a GIF with the given screen size whose only frame is one pixel. */
    public static byte[] gif(int width, int height) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("GIF89a".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(new byte[] {(byte) width, (byte) (width >> 8), (byte) height, (byte) (height >> 8)});
        out.writeBytes(new byte[] {(byte) 0x80, 0, 0, -1, -1, -1, 0, 0, 0});
        out.writeBytes(new byte[] {',', 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, ';'});
        return out.toByteArray();
    }
}
