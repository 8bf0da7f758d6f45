package dev.plimsoll.gateway.upstream.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Texts as values of headers, as 2026-07-28 has them: what a header cannot hold is sent in another form. */
final class HeaderValue {

    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";

    private HeaderValue() {}

    static String of(String text) {
        return isPlain(text)
                ? text
                : BEGIN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + END;
    }

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
        // would be read as the other form
        return !(text.startsWith(BEGIN) && text.endsWith(END));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
