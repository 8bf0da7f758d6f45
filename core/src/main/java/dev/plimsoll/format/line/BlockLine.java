package dev.plimsoll.format.line;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;

/** Reads one line of a block: {@code key: value}. A bullet or number may precede the key, and stars for bold text may enclose it. */
final class BlockLine {

    /** Maximum length of a key. */
    private static final int MAX_KEY_LENGTH = 40;
    /** Maximum number of words in a key. */
    private static final int MAX_WORDS = 5;

    /** For each byte, whether it may be part of a key. All bytes beyond ASCII may. */
    private static final boolean[] IS_KEY_BYTE = new boolean[256];

    static {
        for (int c = 0; c < IS_KEY_BYTE.length; c++) {
            IS_KEY_BYTE[c] = c >= 0x80 || Character.isLetterOrDigit(c) || " _-./()#&%'".indexOf(c) >= 0;
        }
    }

    private Slice key = Slice.of("");
    private Slice value = Slice.of("");
    private boolean hasMarker;

    /** Kinds of lines. */
    enum Kind {
        MEMBER,

        /** An indented line, which continues the value above. */
        CONTINUATION,

        /** A blank line, a heading, a rule, or a number. */
        SEPARATOR,

        OTHER
    }

    /**
     * Reads a line, and returns its kind. The key and value of a member are available until the next line is
     * read.
     */
    Kind read(Slice line) {
        hasMarker = false;
        if (readPlainMember(line)) {
            return Kind.MEMBER;
        }
        Slice text = Json.trim(line);
        if (text.isEmpty() || isHeading(text) || isRule(text) || isNumber(text)) {
            return Kind.SEPARATOR;
        }
        boolean isIndented = text.from() > line.from();
        int markerLength = markerLength(text);
        hasMarker = markerLength > 0;
        Slice withoutMarker = text.sub(markerLength, text.length());
        if (readMember(withoutMarker)) {
            return Kind.MEMBER;
        }
        return isIndented ? Kind.CONTINUATION : Kind.OTHER;
    }

    /** Reads a member whose key begins with a letter at the start of the line: the usual form, without a bullet or number. */
    private boolean readPlainMember(Slice line) {
        byte[] bytes = line.bytes();
        int from = line.from();
        if (line.isEmpty() || (bytes[from] | 0x20) < 'a' || (bytes[from] | 0x20) > 'z') {
            return false;
        }
        int colonLimit = Math.min(line.to(), from + MAX_KEY_LENGTH + 3);
        int words = 1;
        int colon = from + 1;
        while (colon < colonLimit && IS_KEY_BYTE[bytes[colon] & 0xFF]) {
            words += bytes[colon] == ' ' ? 1 : 0;
            colon++;
        }
        int valueStart = colon + 1;
        boolean isKey = colon < colonLimit && bytes[colon] == ':' && words <= MAX_WORDS && bytes[colon - 1] != ' ';
        if (!isKey || (valueStart < line.to() && bytes[valueStart] != ' ' && bytes[valueStart] != '\t')) {
            return false;
        }
        key = new Slice(bytes, from, colon);
        value = Json.trim(new Slice(bytes, valueStart, line.to()));
        return true;
    }

    private static boolean isHeading(Slice text) {
        return text.at(0) == '#' || (text.length() > 6 && text.at(0) == '=' && text.at(1) == '=' && text.at(2) == '=');
    }

    private static boolean isRule(Slice text) {
        byte first = text.at(0);
        boolean isRuleCharacter = first == '-' || first == '=' || first == '*' || first == '_';
        boolean isRule = text.length() >= 3 && isRuleCharacter;
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

    /** Returns the length of the bullet or number before a key; 0 if there is none. */
    private static int markerLength(Slice text) {
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
        int keyStart = isBold ? 2 : 0;
        int words = 1;
        for (int i = keyStart; i < Math.min(text.length(), keyStart + MAX_KEY_LENGTH + 3); i++) {
            byte c = text.at(i);
            if (c == ':') {
                return splitAtColon(text, keyStart, i, isBold);
            }
            words += c == ' ' ? 1 : 0;
            boolean isAllowed = IS_KEY_BYTE[c & 0xFF] || (isBold && c == '*');
            if (!isAllowed || words > MAX_WORDS) {
                return false;
            }
        }
        return false;
    }

    /**
     * Splits a member at its colon; returns false if the text before it is not a key, or its stars do not match.
     */
    private boolean splitAtColon(Slice text, int keyStart, int colon, boolean isBold) {
        int keyEnd = colon;
        int valueStart = colon + 1;
        if (isBold) {
            boolean hasStarsBefore = colon > 3 && text.at(colon - 1) == '*' && text.at(colon - 2) == '*';
            boolean hasStarsAfter = colon + 2 < text.length() && text.at(colon + 1) == '*' && text.at(colon + 2) == '*';
            keyEnd = hasStarsBefore ? colon - 2 : colon;
            valueStart = hasStarsAfter ? colon + 3 : colon + 1;
            if (hasStarsBefore == hasStarsAfter) {
                return false;
            }
        }
        boolean isSeparated = valueStart == text.length() || text.at(valueStart) == ' ' || text.at(valueStart) == '\t';
        Slice trimmedKey = Json.trim(text.sub(keyStart, keyEnd));
        // a negative byte belongs to a character beyond ASCII
        boolean startsWithLetter =
                !trimmedKey.isEmpty() && (Character.isLetter(trimmedKey.at(0)) || trimmedKey.at(0) < 0);
        if (!isSeparated || !startsWithLetter || trimmedKey.length() != keyEnd - keyStart) {
            return false;
        }
        key = trimmedKey;
        value = Json.trim(text.sub(valueStart, text.length()));
        return true;
    }

    Slice key() {
        return key;
    }

    Slice value() {
        return value;
    }

    /** Returns whether a bullet or number stands before the key. */
    boolean hasMarker() {
        return hasMarker;
    }
}
