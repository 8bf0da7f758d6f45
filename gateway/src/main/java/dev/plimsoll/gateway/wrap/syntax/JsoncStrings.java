package dev.plimsoll.gateway.wrap.syntax;

/** Encodes and decodes JSON strings. */
final class JsoncStrings {

    private JsoncStrings() {}

    /** Returns a quoted string with only the necessary escapes. */
    static String encode(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    /** Decodes a valid string literal, from its first quote to the position after its last quote. */
    static String decode(String source, int from, int to) {
        int escape = source.indexOf('\\', from);
        if (escape < 0 || escape >= to) {
            return source.substring(from + 1, to - 1);
        }
        StringBuilder out = new StringBuilder(to - from);
        for (int i = from + 1; i < to - 1; i++) {
            char c = source.charAt(i);
            if (c != '\\') {
                out.append(c);
            } else if (source.charAt(++i) == 'u') {
                out.append((char) Integer.parseInt(source, i + 1, i + 5, 16));
                i += 4;
            } else {
                out.append(unescape(source.charAt(i)));
            }
        }
        return out.toString();
    }

    private static char unescape(char escaped) {
        return switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escaped;
        };
    }
}
