package dev.plimsoll.format.line;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;

/**
 * Reads the lines of a list of matches one after another. A path in a line of its own applies to the matches below
 * it.
 */
final class MatchLine {

    private static final int MAX_PATH_LENGTH = 1024;
    private static final int MAX_DIGITS = 9;

    // traits of a byte of a path, as bits
    private static final byte LETTER = 1;
    private static final byte SLASH = 2;
    private static final byte DOT = 4;
    private static final byte BLANK = 8;
    private static final byte OTHER = 16;
    private static final byte[] BYTE_TRAITS = new byte[256];

    static {
        for (int c = 0; c < BYTE_TRAITS.length; c++) {
            BYTE_TRAITS[c] = c >= 0x80 || Character.isLetter(c) ? LETTER : 0;
        }
        BYTE_TRAITS['/'] = SLASH;
        BYTE_TRAITS['\\'] = SLASH;
        BYTE_TRAITS['.'] = DOT;
        BYTE_TRAITS[' '] = BLANK;
        BYTE_TRAITS[':'] = OTHER;
        BYTE_TRAITS['\t'] = OTHER;
    }

    private Slice path = Slice.of("");

    /** The path in a line of its own above the matches; empty if there is none. */
    private Slice groupPath = Slice.of("");

    private Slice lineNumber = path;
    private Slice column = path;
    private Slice textAfterLine = path;
    private Slice textAfterColumn = path;
    private boolean isGrouped;
    private boolean isContext;

    /** Kinds of lines. */
    enum Kind {
        MATCH,

        /** The path of a file, above the matches in the file. */
        PATH,

        /** A blank line, or a line between groups. */
        SEPARATOR,

        OTHER
    }

    /** Reads a line, and returns its kind. The parts of a match are available until the next line is read. */
    Kind read(Slice line) {
        Slice text = removeEmoji(line);
        Slice trimmed = Json.trim(text);
        if (trimmed.isEmpty() || isGroupSeparator(trimmed)) {
            groupPath = text.sub(0, 0);
            return Kind.SEPARATOR;
        }
        isContext = false;
        int colon = pathEnd(text);
        if (colon > 0) {
            path = text.sub(0, colon);
            isGrouped = false;
            return readNumbers(text, colon + 1) ? Kind.MATCH : Kind.OTHER;
        }
        if (!groupPath.isEmpty() && readGrouped(text)) {
            path = groupPath;
            isGrouped = true;
            return Kind.MATCH;
        }
        int dash = contextPathEnd(text);
        if (dash > 0) {
            readContext(text, dash);
            return Kind.MATCH;
        }
        boolean isPath = isPath(trimmed) && trimmed.length() == text.length();
        groupPath = isPath ? text : groupPath;
        return isPath ? Kind.PATH : Kind.OTHER;
    }

    /** Returns a line without an emoji before its path. */
    private static Slice removeEmoji(Slice line) {
        // the first byte of an emoji shows that it has four bytes
        boolean startsWithEmoji = line.length() > 5 && (line.at(0) & 0xf8) == 0xf0 && line.at(4) == ' ';
        return startsWithEmoji ? line.sub(5, line.length()) : line;
    }

    /**
     * Returns the length of the separator between a number and a text: a colon, or a dash with blanks; 0 if
     * there is none.
     */
    private static int separatorLength(Slice text, int from) {
        if (from < text.length() && text.at(from) == ':') {
            return 1;
        }
        boolean isDash = from + 1 < text.length() && text.at(from) == ' ' && text.at(from + 1) == '-';
        boolean isSeparated = isDash && (from + 2 == text.length() || text.at(from + 2) == ' ');
        return isSeparated ? Math.min(3, text.length() - from) : 0;
    }

    private static boolean isGroupSeparator(Slice line) {
        return line.length() == 2 && line.at(0) == '-' && line.at(1) == '-';
    }

    /** Returns the offset of the colon between a path and a number; 0 if there is none. */
    private static int pathEnd(Slice text) {
        int from = startsWithDrive(text) ? 2 : 0;
        for (int i = from; i < Math.min(text.length(), MAX_PATH_LENGTH); i++) {
            if (text.at(i) == ':') {
                int digits = countDigits(text, i + 1);
                boolean isNumber = digits > 0 && separatorLength(text, i + 1 + digits) > 0;
                return isNumber && isPath(text.sub(0, i)) ? i : 0;
            }
        }
        return 0;
    }

    /** Returns the offset of the dash between a path and the number of a line around a match; 0 if there is none. */
    private static int contextPathEnd(Slice text) {
        for (int i = 1; i < Math.min(text.length(), MAX_PATH_LENGTH); i++) {
            if (text.at(i) == '-') {
                int digits = countDigits(text, i + 1);
                boolean isNumber = digits > 0 && i + 1 + digits < text.length() && text.at(i + 1 + digits) == '-';
                if (isNumber && isPath(text.sub(0, i))) {
                    return i;
                }
            }
        }
        return 0;
    }

    private void readContext(Slice text, int dash) {
        int digits = countDigits(text, dash + 1);
        path = text.sub(0, dash);
        lineNumber = text.sub(dash + 1, dash + 1 + digits);
        textAfterLine = text.sub(dash + digits + 2, text.length());
        textAfterColumn = textAfterLine;
        column = text.sub(0, 0);
        isGrouped = false;
        isContext = true;
    }

    private static boolean startsWithDrive(Slice text) {
        return text.length() > 2
                && Character.isLetter(text.at(0))
                && text.at(1) == ':'
                && (text.at(2) == '\\' || text.at(2) == '/');
    }

    /** Returns whether a text is a path: it has a letter, and either a slash, or a dot and no blank. */
    private static boolean isPath(Slice text) {
        if (text.isEmpty() || text.length() > MAX_PATH_LENGTH || " \t([{<\"'#-*".indexOf(text.at(0)) >= 0) {
            return false;
        }
        byte[] bytes = text.bytes();
        int traits = 0;
        byte previousByte = 0;
        for (int i = text.from() + (startsWithDrive(text) ? 2 : 0); i < text.to(); i++) {
            byte c = bytes[i];
            int trait = BYTE_TRAITS[c & 0xFF];
            // a dot at the end ends a sentence
            traits |= trait == DOT && i + 1 == text.to() ? 0 : trait;
            if (trait == OTHER || (c == '/' && previousByte == '/')) {
                return false;
            }
            previousByte = c;
        }
        boolean hasBlank = (traits & BLANK) != 0;
        boolean isPathName =
                (traits & SLASH) != 0 ? !(hasBlank && hasPunctuation(text)) : (traits & DOT) != 0 && !hasBlank;
        return (traits & LETTER) != 0 && isPathName;
    }

    private static boolean hasPunctuation(Slice text) {
        String decoded = text.utf8();
        return decoded.contains(", ") || decoded.contains(". ") || decoded.contains(" (");
    }

    private static int countDigits(Slice text, int from) {
        int i = from;
        while (i < text.length() && text.at(i) >= '0' && text.at(i) <= '9') {
            i++;
        }
        boolean isNumber = i > from && i - from <= MAX_DIGITS && (text.at(from) != '0' || i == from + 1);
        return isNumber ? i - from : 0;
    }

    private boolean readNumbers(Slice text, int from) {
        int digits = countDigits(text, from);
        lineNumber = text.sub(from, from + digits);
        int separatorLength = Math.max(1, separatorLength(text, from + digits));
        textAfterLine = text.sub(from + digits + separatorLength, text.length());
        int columnDigits = separatorLength == 1 ? countDigits(text, from + digits + 1) : 0;
        int colon = from + digits + 1 + columnDigits;
        boolean isColumn = columnDigits > 0 && colon < text.length() && text.at(colon) == ':';
        column = text.sub(from + digits + 1, isColumn ? colon : from + digits + 1);
        textAfterColumn = isColumn ? text.sub(colon + 1, text.length()) : textAfterLine;
        return digits > 0;
    }

    /** Reads {@code 12:text} or {@code 12:5:text}, and {@code 12:5  text} with blanks before it. */
    private boolean readGrouped(Slice text) {
        Slice trimmed = Json.trim(text);
        int digits = countDigits(trimmed, 0);
        if (digits == 0 || digits >= trimmed.length() || trimmed.at(digits) != ':') {
            return false;
        }
        boolean isIndented = trimmed.from() > text.from();
        int columnDigits = countDigits(trimmed, digits + 1);
        int columnEnd = digits + 1 + columnDigits;
        if (isIndented && columnDigits > 0 && columnEnd < trimmed.length() && trimmed.at(columnEnd) == ' ') {
            lineNumber = trimmed.sub(0, digits);
            column = trimmed.sub(digits + 1, columnEnd);
            textAfterLine = Json.trim(trimmed.sub(columnEnd, trimmed.length()));
            textAfterColumn = textAfterLine;
            return true;
        }
        return readNumbers(text, trimmed.from() - text.from());
    }

    Slice path() {
        return path;
    }

    Slice lineNumber() {
        return lineNumber;
    }

    boolean hasColumn() {
        return !column.isEmpty();
    }

    /** Returns whether the line is not a match but context: a line near one. */
    boolean isContext() {
        return isContext;
    }

    Slice column() {
        return column;
    }

    /** Returns the text of the match. Unless {@code hasColumns}, a number at its beginning is part of the text. */
    Slice text(boolean hasColumns) {
        return hasColumns ? textAfterColumn : textAfterLine;
    }

    /** Returns whether the path of the match is in a line above it. */
    boolean isGrouped() {
        return isGrouped;
    }
}
