package dev.plimsoll.format.yaml;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Reads keys and values in one line, and literal blocks, and writes values as JSON. */
final class PlainYamlScalars {

    /** Maximum length of a key in bytes; YAML allows 1024 characters. */
    private static final int MAX_KEY = 1_000;

    /** Signs that may begin a plain scalar, besides letters, digits, and characters beyond ASCII. */
    private static final String FIRST_SIGNS = "_/.($+^=<;~\\";

    private static final boolean[] IS_FIRST = new boolean[256];

    /** Characters of a plain value that need attention: they may end it, are counted, or are escaped in JSON. */
    private static final boolean[] IS_SPECIAL = new boolean[256];

    static {
        for (char c : " :#\"\\".toCharArray()) {
            IS_SPECIAL[c] = true;
        }
        for (int c = 0; c < IS_FIRST.length; c++) {
            IS_FIRST[c] = c >= 0x80 || Character.isLetterOrDigit(c) || FIRST_SIGNS.indexOf(c) >= 0;
        }
    }

    private final PlainYamlLines lines;
    private final byte[] b;
    private final ByteSink out;
    private final YamlShape shape;
    private final ByteSink decoded = new ByteSink();

    /** The key that was found last, and the colon after it: the first key of an item is looked for twice. */
    private int lastKey = -1;

    private int lastColon;

    PlainYamlScalars(PlainYamlLines lines, byte[] b, ByteSink out, YamlShape shape) {
        this.lines = lines;
        this.b = b;
        this.out = out;
        this.shape = shape;
    }

    /** Writes a key and its colon; returns whether it has a blank. */
    boolean writeKey(Slice key) {
        boolean hasBlank = false;
        boolean isPlain = true;
        for (int i = key.from(); i < key.to(); i++) {
            byte c = b[i];
            if (IS_SPECIAL[c & 0xFF]) {
                hasBlank |= c == ' ';
                isPlain &= c != '"' && c != '\\';
            }
        }
        if (isPlain) {
            out.stringRaw(key).raw((byte) ':');
        } else {
            out.string(key).raw((byte) ':');
        }
        return hasBlank;
    }

    /** Returns the offset of the first byte from an offset on that is no blank. */
    int skipBlanks(int from) {
        int i = from;
        while (i < lines.stop() && b[i] == ' ') {
            i++;
        }
        return i;
    }

    /** Returns the offset of the colon after the key at an offset; negative if there is no key, or one that is unusual. */
    int colonAfterKey(int from) {
        if (from != lastKey) {
            lastKey = from;
            lastColon = findColon(from);
        }
        return lastColon;
    }

    private int findColon(int from) {
        int stop = lines.stop();
        byte first = b[from];
        if (first == '"' || first == '\'') {
            int close = from + 1;
            while (close < stop && b[close] != first && b[close] != '\\') {
                close++;
            }
            boolean isKey = close + 1 < stop && b[close] == first && isColon(close + 1);
            return isKey && close - from < MAX_KEY ? close + 1 : -1;
        }
        if (!IS_FIRST[first & 0xFF]) {
            return -1;
        }
        int limit = Math.min(stop, from + MAX_KEY);
        for (int i = from + 1; i < limit; i++) {
            if (!IS_SPECIAL[b[i] & 0xFF]) {
                continue;
            }
            if (b[i] == ':' && isColon(i)) {
                return b[i - 1] == ' ' ? -1 : i;
            }
            if (b[i] == '#' && b[i - 1] == ' ') {
                return -1;
            }
        }
        return -1;
    }

    /** Returns whether a colon at an offset ends a key. */
    private boolean isColon(int at) {
        return b[at] == ':' && (at + 1 == lines.stop() || b[at + 1] == ' ');
    }

    /** Writes null, the value of a key or an item that has none. */
    void writeNull(boolean isItem) {
        shape.addValue(true, 0, isItem);
        out.ascii("null");
    }

    /**
     * Writes the value at an offset, and moves to the line after it; returns false if it is unusual.
     *
     * @param column the indentation of its collection
     */
    boolean write(int from, int column, boolean isItem, int depth) {
        byte first = b[from];
        boolean isWritten = switch (first) {
            case '"' -> quoted(from, isItem);
            case '\'' -> singleQuoted(from, isItem);
            case '{', '[' -> empty(from, depth);
            case '|' -> literal(from, column, isItem);
            case '-' -> from + 1 < lines.stop() && b[from + 1] != ' ' && plain(from, isItem);
            default -> IS_FIRST[first & 0xFF] && plain(from, isItem);
        };
        if (isWritten && first != '|') {
            // a literal block ends at the next line
            lines.next();
        }
        return isWritten;
    }

    private boolean plain(int from, boolean isItem) {
        int stop = lines.stop();
        int blanks = 0;
        boolean isRaw = true;
        for (int i = from; i < stop; i++) {
            byte c = b[i];
            if (!IS_SPECIAL[c & 0xFF]) {
                continue;
            }
            if (c == ' ') {
                blanks++;
            } else if (c == '"' || c == '\\') {
                isRaw = false;
            } else if (c == ':' ? isColon(i) : b[i - 1] == ' ') {
                return false;
            }
        }
        shape.addValue(true, blanks, isItem);
        YamlScalars.writePlain(new Slice(b, from, stop), isRaw, out);
        return true;
    }

    private boolean empty(int from, int depth) {
        boolean isMap = b[from] == '{';
        boolean isEmpty = lines.stop() - from == 2 && b[from + 1] == (isMap ? '}' : ']');
        if (isEmpty) {
            shape.addCollection(true, isMap, depth + 1);
            out.ascii(isMap ? "{}" : "[]");
        }
        return isEmpty;
    }

    private boolean literal(int from, int column, boolean isItem) {
        boolean isStripped = lines.stop() - from == 2 && b[from + 1] == '-';
        if (!isStripped && lines.stop() - from != 1) {
            return false;
        }
        decoded.truncate(0);
        if (!lines.literal(column, decoded)) {
            return false;
        }
        return writeText(isStripped ? decoded.slice() : decoded.raw((byte) '\n').slice(), isItem);
    }

    private boolean quoted(int from, boolean isItem) {
        int last = lines.stop() - 1;
        if (last <= from || b[last] != '"') {
            return false;
        }
        decoded.truncate(0);
        int plain = from + 1;
        for (int i = plain; i < last; i++) {
            if (b[i] == '"') {
                return false;
            }
            if (b[i] == '\\') {
                byte escaped = i + 1 < last ? unescaped(b[i + 1]) : 0;
                if (escaped == 0) {
                    return false;
                }
                decoded.raw(new Slice(b, plain, i)).raw(escaped);
                i++;
                plain = i + 1;
            }
        }
        return writeText(decodedUpTo(plain, from + 1, last), isItem);
    }

    /** Returns the character of an escape with this letter; 0 if the escape is less usual. */
    private static byte unescaped(byte letter) {
        return switch (letter) {
            case '"', '\\' -> letter;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> 0;
        };
    }

    private boolean singleQuoted(int from, boolean isItem) {
        int last = lines.stop() - 1;
        if (last <= from || b[last] != '\'') {
            return false;
        }
        decoded.truncate(0);
        int plain = from + 1;
        for (int i = plain; i < last; i++) {
            if (b[i] == '\'') {
                if (i + 1 >= last || b[i + 1] != '\'') {
                    return false;
                }
                decoded.raw(new Slice(b, plain, i + 1));
                i++;
                plain = i + 1;
            }
        }
        return writeText(decodedUpTo(plain, from + 1, last), isItem);
    }

    /**
     * Returns the decoded text between two offsets; the part before {@code plain} is already in {@link #decoded}.
     */
    private Slice decodedUpTo(int plain, int from, int to) {
        Slice withoutEscapes = new Slice(b, plain, to);
        return plain == from ? withoutEscapes : decoded.raw(withoutEscapes).slice();
    }

    private boolean writeText(Slice value, boolean isItem) {
        shape.addValue(false, 0, isItem);
        out.string(value);
        return true;
    }
}
