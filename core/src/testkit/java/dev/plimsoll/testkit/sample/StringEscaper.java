package dev.plimsoll.testkit.sample;

import java.util.Locale;
import java.util.Random;

/**
 * A style of writing JSON strings: which characters are escaped unnecessarily, and how. Lone surrogates are always
 * escaped. The escapes of the two halves of a pair have hexadecimal digits in the same case.
 */
record StringEscaper(Random random, int percentEscaped, boolean slashes, boolean ascii) {

    static String minimal(String text) {
        return new StringEscaper(new Random(0), 0, false, false).quoted(text);
    }

    static String ascii(String text) {
        return new StringEscaper(new Random(0), 0, false, true).quoted(text);
    }

    static String slashes(String text) {
        return new StringEscaper(new Random(0), 0, true, false).quoted(text);
    }

    /**
     * Returns a random style. About half of the styles escape a random part of all characters, or all of them.
     * Independently, a quarter of the styles escape slashes, and a quarter escape all characters beyond ASCII.
     */
    static StringEscaper random(Random random) {
        int percent = random.nextBoolean() ? 0 : random.nextInt(4) == 0 ? 100 : random.nextInt(20);
        return new StringEscaper(random, percent, random.nextInt(4) == 0, random.nextInt(4) == 0);
    }

    String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean isExtra = (ascii && c > 0x7e) || (percentEscaped > 0 && random.nextInt(100) < percentEscaped);
            if (isExtra || c < ' ' || Character.getType(c) == Character.SURROGATE) {
                escape(out, c);
            } else if (c == '"' || c == '\\' || (c == '/' && slashes)) {
                out.append('\\').append((char) c);
            } else {
                out.appendCodePoint(c);
            }
            i += Character.charCount(c);
        }
        return out.append('"').toString();
    }

    private void escape(StringBuilder out, int c) {
        int shortEscape = "\"\\/\b\f\n\r\t".indexOf(c);
        if (shortEscape >= 0 && (percentEscaped == 0 || random.nextInt(4) > 0)) {
            out.append('\\').append("\"\\/bfnrt".charAt(shortEscape));
            return;
        }
        boolean isUpperCase = percentEscaped > 0 && random.nextBoolean();
        for (char unit : Character.toChars(c)) {
            String hex = Integer.toHexString(0x10000 | unit).substring(1);
            out.append("\\u").append(isUpperCase ? hex.toUpperCase(Locale.ROOT) : hex);
        }
    }
}
