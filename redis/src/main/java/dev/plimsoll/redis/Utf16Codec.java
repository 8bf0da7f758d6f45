package dev.plimsoll.redis;

/** Codec for text with two bytes per character, so that scripts compare names character by character, like Java. */
final class Utf16Codec {

    private Utf16Codec() {}

    static byte[] encode(String text) {
        return encodeAt(text, 0);
    }

    /** Encodes text after the byte {@code =}, so that the result is never empty. */
    static byte[] encodeMarked(String text) {
        byte[] bytes = encodeAt(text, 1);
        bytes[0] = '=';
        return bytes;
    }

    private static byte[] encodeAt(String text, int from) {
        byte[] bytes = new byte[from + 2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            bytes[from + 2 * i] = (byte) (text.charAt(i) >> 8);
            bytes[from + 2 * i + 1] = (byte) text.charAt(i);
        }
        return bytes;
    }

    static String decode(byte[] bytes) {
        char[] chars = new char[bytes.length / 2];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) ((bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff));
        }
        return new String(chars);
    }
}
