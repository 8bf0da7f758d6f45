package dev.plimsoll.format.line;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;

/** Reads one line of a block: {@code key: value}, with a number, a bullet, or stars for bold letters around the key. */
final class BlockLine {

    /** Maximum length of a key. */
    private static final int MAX_KEY = 40;
    /** Maximum number of words in a key. */
    private static final int MAX_WORDS = 5;

    /** Marks the bytes that may be part of a key, by byte. All bytes beyond ASCII may be. */
    private static final boolean[] KEY_BYTES = new boolean[256];

    static {
        for (int c = 0; c < KEY_BYTES.length; c++) {
            KEY_BYTES[c] = c >= 0x80 || Character.isLetterOrDigit(c) || " _-./()#&%'".indexOf(c) >= 0;
        }
    }

    private Slice key = Slice.of("");
    private Slice value = Slice.of("");
    private boolean startsItem;

    /** Kinds of lines. */
    enum Kind {
        MEMBER,

        /** An indented line, which continues the value above. */
        CONTINUATION,

        /** A blank line, a heading, or a number. */
        SEPARATOR,

        OTHER
    }

    /**
     * Reads a line, and returns its kind. The key and value of a member are available until the next line is
     * read.
     */
    Kind read(Slice line) {
        startsItem = false;
        if (readUsual(line)) {
            return Kind.MEMBER;
        }
        Slice text = Json.trim(line);
        if (text.isEmpty() || isHeading(text) || isRule(text) || isNumber(text)) {
            return Kind.SEPARATOR;
        }
        boolean isIndented = text.from() > line.from();
        int from = skipMarker(text);
        startsItem = from > 0;
        Slice withoutMarker = text.sub(from, text.length());
        if (readMember(withoutMarker)) {
            return Kind.MEMBER;
        }
        return isIndented ? Kind.CONTINUATION : Kind.OTHER;
    }

    /** Reads a member whose key begins the line with a letter: no bullet, number, or rule can stand there. */
    private boolean readUsual(Slice line) {
        byte[] b = line.bytes();
        int from = line.from();
        if (line.isEmpty() || (b[from] | 0x20) < 'a' || (b[from] | 0x20) > 'z') {
            return false;
        }
        int limit = Math.min(line.to(), from + MAX_KEY + 3);
        int words = 1;
        int colon = from + 1;
        while (colon < limit && KEY_BYTES[b[colon] & 0xFF]) {
            words += b[colon] == ' ' ? 1 : 0;
            colon++;
        }
        int start = colon + 1;
        boolean isKey = colon < limit && b[colon] == ':' && words <= MAX_WORDS && b[colon - 1] != ' ';
        if (!isKey || (start < line.to() && b[start] != ' ' && b[start] != '\t')) {
            return false;
        }
        key = new Slice(b, from, colon);
        value = Json.trim(new Slice(b, start, line.to()));
        return true;
    }

    private static boolean isHeading(Slice text) {
        return text.at(0) == '#' || (text.length() > 6 && text.at(0) == '=' && text.at(1) == '=' && text.at(2) == '=');
    }

    private static boolean isRule(Slice text) {
        byte first = text.at(0);
        boolean isSign = first == '-' || first == '=' || first == '*' || first == '_';
        boolean isRule = text.length() >= 3 && isSign;
        for (int i = 1; i < text.length() && isRule; i++) {
            isRule = text.at(i) == first;
        }
        return isRule;
    }

    /** Returns whether the text is only a number, such as {@code 12.}, {@code [3]}, or {@code #4}. */
    private static boolean isNumber(Slice text) {
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            byte c = text.at(i);
            boolean isDigit = c >= '0' && c <= '9';
            digits += isDigit ? 1 : 0;
            if (!isDigit && ".)([]:#".indexOf(c) < 0) {
                return false;
            }
        }
        return digits > 0 && text.length() <= 12;
    }

    /** Returns the length of a bullet or number before a key. */
    private static int skipMarker(Slice text) {
        if (text.length() > 2 && "-*+".indexOf(text.at(0)) >= 0 && text.at(1) == ' ') {
            return 2;
        }
        int i = 0;
        while (i < text.length() && text.at(i) >= '0' && text.at(i) <= '9') {
            i++;
        }
        boolean isNumbered = i > 0 && i < 7 && i + 2 < text.length() && (text.at(i) == '.' || text.at(i) == ')');
        return isNumbered && text.at(i + 1) == ' ' ? i + 2 : 0;
    }

    private boolean readMember(Slice text) {
        boolean isBold = text.length() > 4 && text.at(0) == '*' && text.at(1) == '*';
        int from = isBold ? 2 : 0;
        int words = 1;
        for (int i = from; i < Math.min(text.length(), from + MAX_KEY + 3); i++) {
            byte c = text.at(i);
            if (c == ':') {
                return split(text, from, i, isBold);
            }
            words += c == ' ' ? 1 : 0;
            boolean isAllowed = KEY_BYTES[c & 0xFF] || (isBold && c == '*');
            if (!isAllowed || words > MAX_WORDS) {
                return false;
            }
        }
        return false;
    }

    /**
     * Splits a member at its colon; returns false if the text before it is no key, or its stars do not match.
     */
    private boolean split(Slice text, int from, int colon, boolean isBold) {
        int end = colon;
        int start = colon + 1;
        if (isBold) {
            boolean starsBefore = colon > 3 && text.at(colon - 1) == '*' && text.at(colon - 2) == '*';
            boolean starsAfter = colon + 2 < text.length() && text.at(colon + 1) == '*' && text.at(colon + 2) == '*';
            end = starsBefore ? colon - 2 : colon;
            start = starsAfter ? colon + 3 : colon + 1;
            if (starsBefore == starsAfter) {
                return false;
            }
        }
        boolean isSeparated = start == text.length() || text.at(start) == ' ' || text.at(start) == '\t';
        Slice name = Json.trim(text.sub(from, end));
        // a negative byte belongs to a character beyond ASCII
        boolean hasLetterFirst = !name.isEmpty() && (Character.isLetter(name.at(0)) || name.at(0) < 0);
        if (!isSeparated || !hasLetterFirst || name.length() != end - from) {
            return false;
        }
        key = name;
        value = Json.trim(text.sub(start, text.length()));
        return true;
    }

    Slice key() {
        return key;
    }

    Slice value() {
        return value;
    }

    /** Returns whether a bullet or number stands before the key. */
    boolean startsItem() {
        return startsItem;
    }
}
