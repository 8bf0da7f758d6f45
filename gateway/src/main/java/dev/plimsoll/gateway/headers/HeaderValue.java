package dev.plimsoll.gateway.headers;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Encodes text as header values, as revision 2026-07-28 defines. Printable ASCII stays as it is; other text becomes
 * {@code =?base64?…?=}: {@code é} is {@code =?base64?w6k=?=}.
 */
public final class HeaderValue {

    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";

    private HeaderValue() {}

    /** Returns the header value for this text. */
    public static String encode(String text) {
        return isPlain(text) ? text : BEGIN + toBase64(text.getBytes(StandardCharsets.UTF_8)) + END;
    }

    /** Returns the text of a header value; null if it is not valid. */
    public static @Nullable String decode(String header) {
        if (!isEncoded(header)) {
            return header;
        }
        String payload = header.substring(BEGIN.length(), header.length() - END.length());
        try {
            byte[] bytes = Base64.getDecoder().decode(payload);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            // only the canonical encoding is valid: parsers differ about others, such as missing padding
            return toBase64(bytes).equals(payload) ? text : null;
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    private static String toBase64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static boolean isEncoded(String header) {
        return header.length() >= BEGIN.length() + END.length() && header.startsWith(BEGIN) && header.endsWith(END);
    }

    /** Returns whether a header can have this text without encoding. */
    private static boolean isPlain(String text) {
        if (text.isEmpty() || isBlank(text.charAt(0)) || isBlank(text.charAt(text.length() - 1))) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\t' && (c < ' ' || c > '~')) {
                return false;
            }
        }
        // plain text that looks encoded must be encoded
        return !isEncoded(text);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
