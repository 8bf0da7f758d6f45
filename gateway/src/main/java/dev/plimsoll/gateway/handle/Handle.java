package dev.plimsoll.gateway.handle;

import dev.plimsoll.json.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Handle: a string in arguments that stands for a value of an earlier result.
 *
 * @param cursor any cursor of the result
 * @param path JSON Pointer of the value in the document of the result
 * @param query expression that computes the value; null for the value at the path
 */
record Handle(String cursor, String path, @Nullable String query) {

    static final String PREFIX = "plimsoll:";

    /**
     * Prefix that escapes {@link #PREFIX}: {@code plimsoll::x} stands for the string {@code plimsoll:x}.
     */
    static final String ESCAPED_PREFIX = "plimsoll::";

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9_-]{1,200})(?:#(.*)|\\?query=(.*))?", Pattern.DOTALL);
    private static final int HEXADECIMAL = 16;

    /**
     * Parses a text with the prefix.
     *
     * @throws IllegalArgumentException if the text is not valid; the message says why
     */
    static Handle parse(String text) {
        Matcher parts = FORM.matcher(text.substring(PREFIX.length()));
        if (!parts.matches()) {
            throw new IllegalArgumentException("begins with plimsoll: but is not a handle");
        }
        String path = parts.group(2);
        String query = parts.group(3);
        return new Handle(parts.group(1), path == null ? "" : decode(path), query == null ? null : decode(query));
    }

    private static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        ByteSink decoded = new ByteSink(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] != '%') {
                decoded.raw(encoded[i]);
                continue;
            }
            int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], HEXADECIMAL) : -1;
            int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], HEXADECIMAL) : -1;
            if (high < 0 || low < 0) {
                throw new IllegalArgumentException("has % without two hexadecimal digits: write %25 for %");
            }
            decoded.raw((byte) (high * HEXADECIMAL + low));
            i += 2;
        }
        return decoded.slice().utf8();
    }
}
