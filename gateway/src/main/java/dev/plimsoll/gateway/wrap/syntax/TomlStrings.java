package dev.plimsoll.gateway.wrap.syntax;

/**
 * Parses the four kinds of TOML strings: in {@code "} or {@code '}, and multi-line strings in three of these quotes.
 */
final class TomlStrings {

    private static final String SIMPLE_ESCAPES = "btnfre\"\\";

    private TomlStrings() {}

    /** Returns the position after the string that begins at a quote. */
    static int findEnd(String text, int from) throws SyntaxException {
        char quote = text.charAt(from);
        boolean isMultiline = text.startsWith(String.valueOf(quote).repeat(3), from);
        int position = from + (isMultiline ? 3 : 1);
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == quote && !isMultiline) {
                return position + 1;
            } else if (c == quote && text.startsWith(String.valueOf(quote).repeat(3), position)) {
                // up to two more quotes belong to the string
                int end = position + 3;
                while (end < position + 5 && end < text.length() && text.charAt(end) == quote) {
                    end++;
                }
                return end;
            } else if (c == '\\' && quote == '"') {
                position = findEndOfEscape(text, position, isMultiline);
            } else if (isLineEnd(text, position) && isMultiline) {
                position++;
            } else if (isLineEnd(text, position)) {
                break;
            } else if ((c < ' ' && c != '\t') || c == 0x7f) {
                throw SyntaxException.create(text, position, "a control character in a string");
            } else {
                position++;
            }
        }
        throw SyntaxException.create(text, from, "the string does not end");
    }

    private static boolean isLineEnd(String text, int position) {
        return text.charAt(position) == '\n' || text.startsWith("\r\n", position);
    }

    private static int findEndOfEscape(String text, int position, boolean isMultiline) throws SyntaxException {
        char c = position + 1 < text.length() ? text.charAt(position + 1) : 0;
        int digits = digitCount(c);
        if (digits > 0) {
            int end = position + 2 + digits;
            if (end <= text.length() && isHexadecimal(text, position + 2, end)) {
                int codePoint = Integer.parseUnsignedInt(text, position + 2, end, 16);
                if (codePoint >= 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff)) {
                    return end;
                }
            }
        } else if (c != 0 && SIMPLE_ESCAPES.indexOf(c) >= 0) {
            return position + 2;
        } else if (isMultiline) {
            int end = position + 1;
            while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
                end++;
            }
            if (end < text.length() && isLineEnd(text, end)) {
                return end;
            }
        }
        throw SyntaxException.create(text, position, "invalid escape in a string");
    }

    private static int digitCount(char escape) {
        return switch (escape) {
            case 'x' -> 2;
            case 'u' -> 4;
            case 'U' -> 8;
            default -> 0;
        };
    }

    private static boolean isHexadecimal(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) >= 128 || Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Decodes a valid string, from its first quote to the position after its last quote. */
    static String decode(String source, int from, int to) {
        char quote = source.charAt(from);
        boolean isMultiline =
                to - from >= 6 && source.startsWith(String.valueOf(quote).repeat(3), from);
        int width = isMultiline ? 3 : 1;
        int start = from + width;
        if (isMultiline && start < to - width && isLineEnd(source, start)) {
            start += source.charAt(start) == '\r' ? 2 : 1;
        }
        String body = source.substring(start, to - width);
        return quote == '\'' || body.indexOf('\\') < 0 ? body : unescape(body);
    }

    private static String unescape(String body) {
        StringBuilder out = new StringBuilder(body.length());
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = body.charAt(++i);
            int digits = digitCount(escape);
            if (digits > 0) {
                out.appendCodePoint(Integer.parseInt(body, i + 1, i + 1 + digits, 16));
                i += digits;
            } else if (SIMPLE_ESCAPES.indexOf(escape) >= 0) {
                out.append(unescape(escape));
            } else {
                // a backslash at the end of a line removes the white space up to the next text
                while (i + 1 < body.length() && " \t\r\n".indexOf(body.charAt(i + 1)) >= 0) {
                    i++;
                }
            }
        }
        return out.toString();
    }

    private static char unescape(char escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'e' -> '\u001b';
            default -> escape;
        };
    }
}
