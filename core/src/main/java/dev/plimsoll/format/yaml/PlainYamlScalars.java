package dev.plimsoll.format.yaml;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Reads keys and values in one line, and literal blocks, and writes values as JSON. */
final class PlainYamlScalars {

    /** Maximum length of a key in bytes; YAML allows 1024 characters. */
    private static final int MAX_KEY_BYTES = 1_000;

    /** Characters that may begin a plain scalar, besides letters, digits, and characters beyond ASCII. */
    private static final String FIRST_CHARACTERS = "_/.($+^=<;~\\";

    private static final boolean[] IS_FIRST = new boolean[256];

    /** Characters of a plain value that need attention: they may end it, are counted, or are escaped in JSON. */
    private static final boolean[] IS_SPECIAL = new boolean[256];

    static {
        for (char c : " :#\"\\".toCharArray()) {
            IS_SPECIAL[c] = true;
        }
        for (int c = 0; c < IS_FIRST.length; c++) {
            IS_FIRST[c] = c >= 0x80 || Character.isLetterOrDigit(c) || FIRST_CHARACTERS.indexOf(c) >= 0;
        }
    }

    private final PlainYamlLines lines;
    private final byte[] bytes;
    private final ByteSink out;
    private final YamlShape shape;
    private final ByteSink decoded = new ByteSink();

    /** The start of the last key that was looked for, and its colon. The first key of an item is looked for twice. */
    private int lastKeyStart = -1;

    private int lastColon;

    PlainYamlScalars(PlainYamlLines lines, byte[] bytes, ByteSink out, YamlShape shape) {
        this.lines = lines;
        this.bytes = bytes;
        this.out = out;
        this.shape = shape;
    }

    /** Writes a key and its colon; returns whether the key has a blank. */
    boolean writeKey(Slice key) {
        boolean hasBlank = false;
        boolean hasCharacterToEscape = false;
        for (int i = key.from(); i < key.to(); i++) {
            byte c = bytes[i];
            if (IS_SPECIAL[c & 0xFF]) {
                hasBlank |= c == ' ';
                hasCharacterToEscape |= c == '"' || c == '\\';
            }
        }
        if (hasCharacterToEscape) {
            out.string(key).raw((byte) ':');
        } else {
            out.rawString(key).raw((byte) ':');
        }
        return hasBlank;
    }

    /** Returns the offset of the first byte from an offset on that is not a blank. */
    int skipBlanks(int from) {
        int i = from;
        while (i < lines.end() && bytes[i] == ' ') {
            i++;
        }
        return i;
    }

    /** Returns the offset of the colon after the key at an offset; negative if there is no key in the usual form. */
    int findColonAfterKey(int from) {
        if (from != lastKeyStart) {
            lastKeyStart = from;
            lastColon = findColon(from);
        }
        return lastColon;
    }

    private int findColon(int from) {
        int lineEnd = lines.end();
        byte first = bytes[from];
        if (first == '"' || first == '\'') {
            int closingQuote = from + 1;
            while (closingQuote < lineEnd && bytes[closingQuote] != first && bytes[closingQuote] != '\\') {
                closingQuote++;
            }
            boolean isKey = closingQuote + 1 < lineEnd && bytes[closingQuote] == first && isColon(closingQuote + 1);
            return isKey && closingQuote - from < MAX_KEY_BYTES ? closingQuote + 1 : -1;
        }
        if (!IS_FIRST[first & 0xFF]) {
            return -1;
        }
        int keyLimit = Math.min(lineEnd, from + MAX_KEY_BYTES);
        for (int i = from + 1; i < keyLimit; i++) {
            if (!IS_SPECIAL[bytes[i] & 0xFF]) {
                continue;
            }
            if (bytes[i] == ':' && isColon(i)) {
                return bytes[i - 1] == ' ' ? -1 : i;
            }
            if (bytes[i] == '#' && bytes[i - 1] == ' ') {
                return -1;
            }
        }
        return -1;
    }

    /** Returns whether a colon at an offset ends a key. */
    private boolean isColon(int offset) {
        return bytes[offset] == ':' && (offset + 1 == lines.end() || bytes[offset + 1] == ' ');
    }

    /** Writes null, the value of a key or item without a value. */
    void writeNull(boolean isItem) {
        shape.addValue(true, 0, isItem);
        out.ascii("null");
    }

    /**
     * Writes the value at an offset, and moves to the line after it; returns false if it is not in the usual form.
     *
     * @param column the indentation of its collection
     */
    boolean write(int from, int column, boolean isItem, int depth) {
        byte first = bytes[from];
        boolean isUsual = switch (first) {
            case '"' -> writeDoubleQuoted(from, isItem);
            case '\'' -> writeSingleQuoted(from, isItem);
            case '{', '[' -> writeEmptyCollection(from, depth);
            case '|' -> writeLiteral(from, column, isItem);
            case '-' -> from + 1 < lines.end() && bytes[from + 1] != ' ' && writePlain(from, isItem);
            default -> IS_FIRST[first & 0xFF] && writePlain(from, isItem);
        };
        if (isUsual && first != '|') {
            // after a literal block, the current line is already the next one
            lines.next();
        }
        return isUsual;
    }

    private boolean writePlain(int from, boolean isItem) {
        int lineEnd = lines.end();
        int blanks = 0;
        boolean hasCharacterToEscape = false;
        for (int i = from; i < lineEnd; i++) {
            byte c = bytes[i];
            if (!IS_SPECIAL[c & 0xFF]) {
                continue;
            }
            if (c == ' ') {
                blanks++;
            } else if (c == '"' || c == '\\') {
                hasCharacterToEscape = true;
            } else if (c == ':' ? isColon(i) : bytes[i - 1] == ' ') {
                return false;
            }
        }
        shape.addValue(true, blanks, isItem);
        YamlScalars.writePlain(new Slice(bytes, from, lineEnd), !hasCharacterToEscape, out);
        return true;
    }

    private boolean writeEmptyCollection(int from, int depth) {
        boolean isMap = bytes[from] == '{';
        boolean isEmpty = lines.end() - from == 2 && bytes[from + 1] == (isMap ? '}' : ']');
        if (isEmpty) {
            shape.addCollection(true, isMap, depth + 1);
            out.ascii(isMap ? "{}" : "[]");
        }
        return isEmpty;
    }

    private boolean writeLiteral(int from, int column, boolean isItem) {
        boolean isStripped = lines.end() - from == 2 && bytes[from + 1] == '-';
        if (!isStripped && lines.end() - from != 1) {
            return false;
        }
        decoded.truncate(0);
        if (!lines.readLiteralBlock(column, decoded)) {
            return false;
        }
        return writeText(isStripped ? decoded.slice() : decoded.raw((byte) '\n').slice(), isItem);
    }

    private boolean writeDoubleQuoted(int from, boolean isItem) {
        int closingQuote = lines.end() - 1;
        if (closingQuote <= from || bytes[closingQuote] != '"') {
            return false;
        }
        decoded.truncate(0);
        int plainStart = from + 1;
        for (int i = plainStart; i < closingQuote; i++) {
            if (bytes[i] == '"') {
                return false;
            }
            if (bytes[i] == '\\') {
                byte escaped = i + 1 < closingQuote ? decodeEscape(bytes[i + 1]) : 0;
                if (escaped == 0) {
                    return false;
                }
                decoded.raw(new Slice(bytes, plainStart, i)).raw(escaped);
                i++;
                plainStart = i + 1;
            }
        }
        return writeText(finishDecoding(plainStart, from + 1, closingQuote), isItem);
    }

    /** Returns the character of an escape with this letter; 0 if the escape is not a usual one. */
    private static byte decodeEscape(byte letter) {
        return switch (letter) {
            case '"', '\\' -> letter;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> 0;
        };
    }

    private boolean writeSingleQuoted(int from, boolean isItem) {
        int closingQuote = lines.end() - 1;
        if (closingQuote <= from || bytes[closingQuote] != '\'') {
            return false;
        }
        decoded.truncate(0);
        int plainStart = from + 1;
        for (int i = plainStart; i < closingQuote; i++) {
            if (bytes[i] == '\'') {
                if (i + 1 >= closingQuote || bytes[i + 1] != '\'') {
                    return false;
                }
                decoded.raw(new Slice(bytes, plainStart, i + 1));
                i++;
                plainStart = i + 1;
            }
        }
        return writeText(finishDecoding(plainStart, from + 1, closingQuote), isItem);
    }

    /**
     * Returns the decoded text between two offsets. The part before {@code plainStart} is in {@link #decoded} already.
     */
    private Slice finishDecoding(int plainStart, int from, int to) {
        Slice withoutEscapes = new Slice(bytes, plainStart, to);
        return plainStart == from ? withoutEscapes : decoded.raw(withoutEscapes).slice();
    }

    private boolean writeText(Slice value, boolean isItem) {
        shape.addValue(false, 0, isItem);
        out.string(value);
        return true;
    }
}
