package dev.plimsoll.sample;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Generates a picture of a box on a gray floor. It has noise like a photo, so it compresses poorly. */
final class NoisePicture {

    private static final int WIDTH = 800;
    private static final int HEIGHT = 600;
    /** The row of pixels at which the floor begins. */
    private static final int FLOOR = 400;

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    private NoisePicture() {}

    static byte[] generate(int device) {
        SplittableRandom random = new SplittableRandom(device);
        int left = 100 + random.nextInt(300);
        int top = 120 + random.nextInt(150);
        byte[] rows = new byte[HEIGHT * (1 + WIDTH * 3)];
        int position = 0;
        for (int y = 0; y < HEIGHT; y++) {
            rows[position++] = 0;
            for (int x = 0; x < WIDTH; x++) {
                boolean isBox = x > left && x < left + 260 && y > top && y < top + 220;
                int light = (isBox ? 150 : y < FLOOR ? 205 : 120) + random.nextInt(24) - 12;
                rows[position++] = (byte) light;
                rows[position++] = (byte) (isBox ? light * 3 / 4 : light);
                rows[position++] = (byte) (isBox ? light / 2 : light);
            }
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream(1 << 20);
        png.writeBytes(SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13).putInt(WIDTH).putInt(HEIGHT);
        // eight bits for each of red, green, and blue; not interlaced
        writeChunk(png, "IHDR", header.put(new byte[] {8, 2, 0, 0, 0}).array());
        writeChunk(png, "IDAT", deflate(rows));
        writeChunk(png, "IEND", new byte[0]);
        return png.toByteArray();
    }

    private static void writeChunk(ByteArrayOutputStream png, String name, byte[] data) {
        byte[] type = name.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(type);
        crc.update(data);
        png.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        png.writeBytes(type);
        png.writeBytes(data);
        png.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }

    private static byte[] deflate(byte[] rows) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(rows);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(rows.length);
            byte[] buffer = new byte[1 << 16];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }
}
