package dev.plimsoll.gateway.pin;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Finds characters that people cannot see but models read, and makes them visible. */
final class HiddenCharacters {

    private static final int MAX_NAMES = 8;
    private static final int ZERO_WIDTH_JOINER = 0x200d;

    private HiddenCharacters() {}

    /** Returns the names of the hidden characters in this text, such as U+200B. At most eight. */
    static Set<String> find(String text) {
        Set<String> found = new TreeSet<>();
        for (int i = 0; i < text.length() && found.size() < MAX_NAMES; ) {
            int codePoint = text.codePointAt(i);
            if (isHidden(codePoint) && !isEmojiJoiner(text, i)) {
                found.add(codePointName(codePoint));
            }
            i += Character.charCount(codePoint);
        }
        return found;
    }

    /**
     * Returns the text with the names of hidden characters in their place, such as {@code <U+200B>}. Longer
     * texts are cut after about {@code maxLength} characters.
     */
    static String makeVisible(String text, int maxLength) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), maxLength) + 16);
        for (int i = 0; i < text.length(); ) {
            if (shown.length() >= maxLength) {
                return shown.append('…').toString();
            }
            int codePoint = text.codePointAt(i);
            boolean isVisible = !isControl(codePoint) && (!isHidden(codePoint) || isEmojiJoiner(text, i));
            if (isVisible) {
                shown.appendCodePoint(codePoint);
            } else {
                shown.append('<').append(codePointName(codePoint)).append('>');
            }
            i += Character.charCount(codePoint);
        }
        return shown.toString();
    }

    /** Returns the names of the characters in this text that are not ASCII, such as U+0430. At most eight. */
    static Set<String> findNonAscii(String text) {
        Set<String> found = new TreeSet<>();
        text.codePoints()
                .filter(codePoint -> codePoint > 0x7e)
                .limit(MAX_NAMES)
                .forEach(codePoint -> found.add(codePointName(codePoint)));
        return found;
    }

    private static String codePointName(int codePoint) {
        return String.format(Locale.ROOT, "U+%04X", codePoint);
    }

    private static boolean isControl(int codePoint) {
        return Character.getType(codePoint) == Character.CONTROL;
    }

    /**
     * Returns whether the character is invisible or changes the visible order of other characters. Line ends and tabs
     * do not count.
     */
    private static boolean isHidden(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL -> codePoint != '\n' && codePoint != '\r' && codePoint != '\t';
            case Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE -> true;
            default -> isInvisibleMark(codePoint);
        };
    }

    /** Returns whether a character that Unicode counts as a letter or a mark has no visible form. */
    private static boolean isInvisibleMark(int codePoint) {
        return switch (codePoint) {
            // grapheme joiner, Hangul and Braille blanks
            case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0 -> true;
            // variation selectors, except the one that emoji use
            default -> (codePoint >= 0xfe00 && codePoint < 0xfe0f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef);
        };
    }

    /** Returns whether the character at a position is a joiner between two emoji, where it is usual. */
    private static boolean isEmojiJoiner(String text, int index) {
        return text.charAt(index) == ZERO_WIDTH_JOINER
                && index > 0
                && index + 1 < text.length()
                && (text.charAt(index - 1) == 0xfe0f || Character.isEmoji(text.codePointBefore(index)))
                && Character.isEmoji(text.codePointAt(index + 1));
    }
}
