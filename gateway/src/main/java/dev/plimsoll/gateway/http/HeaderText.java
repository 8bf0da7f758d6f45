package dev.plimsoll.gateway.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Text in headers, which hold printable ASCII alone: anything else stands there as {@code =?base64?…?=}. */
final class HeaderText {

    private static final String OPEN = "=?base64?";
    private static final String CLOSE = "?=";

    private HeaderText() {}

    /** What the header means; null when that cannot be read. */
    static @Nullable String plain(String header) {
        if (!header.startsWith(OPEN) || !header.endsWith(CLOSE) || header.length() < OPEN.length() + CLOSE.length()) {
            return header;
        }
        try {
            byte[] bytes =
                    Base64.getDecoder().decode(header.substring(OPEN.length(), header.length() - CLOSE.length()));
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }
}
