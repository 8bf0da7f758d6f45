package dev.plimsoll.measure;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of the tokens of an image: its area in pixels divided by 750. It reads the size from the first bytes of PNG, JPEG,
 * GIF, or WebP data.
 */
final class ImageCost {

    /** Tokens of an image whose size cannot be read. */
    static final int UNKNOWN_SIZE_TOKENS = 1_600;

    /** Upper limit per image. It is far above any budget and prevents an int overflow if the sizes in forged headers add up. */
    static final int MAX_TOKENS = 100_000_000;

    private static final int PIXELS_PER_TOKEN = 750;

    private ImageCost() {}

    /** Width and height in pixels, both at least one. */
    record Dimensions(int width, int height) {}

    /**
     * Returns the number of tokens of an image. Data whose type is not an image is not read.
     *
     * @param base64Inside the raw inside of the JSON string with the base64 data
     */
    static int tokens(Slice base64Inside, @Nullable String mimeType) {
        Dimensions dimensions = mayBeImage(mimeType) ? readDimensions(base64Inside) : null;
        if (dimensions == null) {
            return UNKNOWN_SIZE_TOKENS;
        }
        long area = (long) dimensions.width * dimensions.height;
        return (int) Math.min(MAX_TOKENS, (area + PIXELS_PER_TOKEN - 1) / PIXELS_PER_TOKEN);
    }

    /** Returns the size in the image header, or null if it cannot be read. */
    static @Nullable Dimensions readDimensions(Slice base64Inside) {
        Base64Bytes in = new Base64Bytes(base64Inside);
        int signature = in.u32();
        if (signature == 0x89504E47) { // PNG
            return readPng(in);
        }
        if (signature == 0x47494638) { // GIF8
            in.skip(2);
            return dimensionsOrNull(in.u16Little(), in.u16Little());
        }
        if (signature == 0x52494646) { // RIFF, then WEBP
            in.skip(4);
            return in.u32() == 0x57454250 ? readWebp(in) : null;
        }
        // JPEG begins with a start marker and the first byte of another one
        return signature >>> 8 == 0xFFD8FF ? readJpeg(in, signature & 0xFF) : null;
    }

    private static boolean mayBeImage(@Nullable String mimeType) {
        return mimeType == null
                || mimeType.regionMatches(true, 0, "image/", 0, 6)
                || mimeType.equalsIgnoreCase("application/octet-stream");
    }

    private static @Nullable Dimensions readPng(Base64Bytes in) {
        in.skip(8);
        return in.u32() == 0x49484452 ? dimensionsOrNull(in.u32(), in.u32()) : null;
    }

    private static @Nullable Dimensions readWebp(Base64Bytes in) {
        int format = in.u32();
        in.skip(4);
        return switch (format) {
            case 0x56503820 -> readLossyWebp(in); // VP8 and a blank
            case 0x5650384C -> readLosslessWebp(in); // VP8L
            case 0x56503858 -> { // VP8X
                in.skip(4);
                yield dimensionsOrNull(in.u24Little() + 1, in.u24Little() + 1);
            }
            default -> null;
        };
    }

    private static @Nullable Dimensions readLossyWebp(Base64Bytes in) {
        in.skip(3);
        return in.u24Little() == 0x2A019D ? dimensionsOrNull(in.u16Little() & 0x3FFF, in.u16Little() & 0x3FFF) : null;
    }

    private static @Nullable Dimensions readLosslessWebp(Base64Bytes in) {
        if (in.u8() != 0x2F) {
            return null;
        }
        int bits = in.u16Little() | (in.u16Little() << 16);
        return dimensionsOrNull((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1);
    }

    /** Reads the segments up to the frame header, which is far from the start in images with much metadata. */
    private static @Nullable Dimensions readJpeg(Base64Bytes in, int firstMarker) {
        int marker = firstMarker;
        while (!in.isAtEnd()) {
            if (isFrame(marker)) {
                in.skip(3);
                int height = in.u16();
                return dimensionsOrNull(in.u16(), height);
            }
            // the start of the pixels, or the end of the image
            if (marker == 0xDA || marker == 0xD9) {
                return null;
            }
            // a few markers have no segment; the segment of any other marker begins with its length
            if (marker != 0xFF && marker != 0x01 && (marker < 0xD0 || marker > 0xD8)) {
                in.skip(in.u16() - 2);
                if (in.u8() != 0xFF) {
                    return null;
                }
            }
            marker = in.u8();
        }
        return null;
    }

    /** Returns whether the marker is a start-of-frame marker. Three markers in that range have other meanings. */
    private static boolean isFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    }

    private static @Nullable Dimensions dimensionsOrNull(int width, int height) {
        return width > 0 && height > 0 ? new Dimensions(width, height) : null;
    }

    /**
     * Reader of base64 data in the raw inside of a JSON string. It reads byte by byte, returns zeros after the end, and accepts both base64
     * alphabets, white space, and data URIs.
     */
    private static final class Base64Bytes {

        /**
         * Maximum number of characters to read. The size of a JPEG with a preview and a color profile can come after 100 KB.
         */
        private static final int MAX_CHARACTERS = 512 * 1024;

        private final byte[] bytes;
        private final int to;
        private int position;
        private int bits;
        private int bitCount;
        private boolean isAtEnd;

        Base64Bytes(Slice inside) {
            Slice text = unescapeStart(inside);
            this.bytes = text.bytes();
            this.position = text.from();
            this.to = text.to();
            skipDataUri();
        }

        boolean isAtEnd() {
            return isAtEnd;
        }

        int u8() {
            while (bitCount < 8) {
                int sixtet = nextSixtet();
                if (sixtet < 0) {
                    isAtEnd = true;
                    return 0;
                }
                bits = (bits << 6) | sixtet;
                bitCount += 6;
            }
            bitCount -= 8;
            return (bits >> bitCount) & 0xFF;
        }

        int u16() {
            return (u8() << 8) | u8();
        }

        int u32() {
            return (u16() << 16) | u16();
        }

        int u16Little() {
            return u8() | (u8() << 8);
        }

        int u24Little() {
            return u16Little() | (u8() << 16);
        }

        void skip(int byteCount) {
            for (int i = 0; i < byteCount && !isAtEnd; i++) {
                u8();
            }
        }

        private int nextSixtet() {
            while (position < to) {
                int character = bytes[position++];
                if (character > ' ') {
                    return sixtet(character);
                }
            }
            return -1;
        }

        private static int sixtet(int character) {
            if (character >= 'A' && character <= 'Z') {
                return character - 'A';
            }
            if (character >= 'a' && character <= 'z') {
                return character - 'a' + 26;
            }
            if (character >= '0' && character <= '9') {
                return character - '0' + 52;
            }
            return character == '+' || character == '-' ? 62 : character == '/' || character == '_' ? 63 : -1;
        }

        /** Unescapes the part of the text that can be read, because some encoders escape each slash. */
        private static Slice unescapeStart(Slice inside) {
            Slice head = inside;
            if (inside.length() > MAX_CHARACTERS) {
                int cut = MAX_CHARACTERS;
                // avoids cutting an escape: none is longer than six bytes
                for (int i = MAX_CHARACTERS - 1; i > MAX_CHARACTERS - 7; i--) {
                    cut = inside.at(i) == '\\' ? i : cut;
                }
                head = inside.sub(0, cut);
            }
            return JsonText.hasEscapes(head) ? Slice.of(JsonText.unescape(head)) : head;
        }

        private void skipDataUri() {
            if (to - position < 5 || bytes[position] != 'd' || bytes[position + 4] != ':') {
                return;
            }
            int comma = position;
            while (comma < to && bytes[comma] != ',') {
                comma++;
            }
            position = Math.min(to, comma + 1);
        }
    }
}
