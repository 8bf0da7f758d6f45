package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;

/** The lines of a YAML text that are neither blank nor comments, with their indentation. */
final class PlainYamlLines {

    private static final int AT_END = -1;
    private static final long HIGH_BITS = 0x8080808080808080L;

    /** First bytes of the characters that {@link #isSpecial} checks, each repeated in all bytes of a word. */
    private static final long[] SPECIAL_LEADS = {
        0xC2C2C2C2C2C2C2C2L, 0xE2E2E2E2E2E2E2E2L, 0xEDEDEDEDEDEDEDEDL, 0xEFEFEFEFEFEFEFEFL
    };

    private final byte[] bytes;
    private final int textEnd;
    private int nextStart;
    private int start;
    private int lineEnd;
    private int indent;

    /** Creates a scanner whose current line is the first line. */
    PlainYamlLines(Slice text) {
        this.bytes = text.bytes();
        this.textEnd = text.to();
        this.nextStart = text.from();
        next();
    }

    /** Returns whether a text has only line feeds as line breaks, and only characters that YAML allows everywhere. */
    static boolean isReadable(Slice text) {
        byte[] bytes = text.bytes();
        int textEnd = text.to();
        int offset = text.from();
        while (offset < textEnd) {
            if (offset <= textEnd - Long.BYTES && hasOnlyUsualBytes(SwarBytes.word(bytes, offset))) {
                offset += Long.BYTES;
                continue;
            }
            int wordEnd = Math.min(textEnd, offset + Long.BYTES);
            for (; offset < wordEnd; offset++) {
                boolean isAscii = bytes[offset] >= 0;
                if (isAscii
                        ? (bytes[offset] < ' ' && bytes[offset] != '\n') || bytes[offset] == 0x7F
                        : isSpecial(bytes, offset, textEnd)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns whether all eight bytes are blanks, line feeds, or parts of characters that YAML allows everywhere. */
    private static boolean hasOnlyUsualBytes(long word) {
        // line feeds become blanks: in the subtraction below, a line feed would borrow from the byte after it
        long lineFeeds = SwarBytes.equalExactly(word, SwarBytes.NEWLINES) >>> 7;
        long withoutLineFeeds = word ^ (lineFeeds * ('\n' ^ ' '));
        long unusualBytes = ((withoutLineFeeds - SwarBytes.ONES * ' ') & ~withoutLineFeeds)
                | SwarBytes.equal(word, SwarBytes.ONES * 0x7F);
        if ((word & HIGH_BITS) != 0) {
            for (long lead : SPECIAL_LEADS) {
                unusualBytes |= SwarBytes.equal(word, lead);
            }
        }
        return (unusualBytes & HIGH_BITS) == 0;
    }

    /**
     * Returns whether a character beyond ASCII is a control, a line break, a surrogate, or one of U+F000 to U+FFFF,
     * such as the byte order mark.
     */
    private static boolean isSpecial(byte[] bytes, int offset, int textEnd) {
        int lead = bytes[offset] & 0xFF;
        int second = offset + 1 < textEnd ? bytes[offset + 1] & 0xFF : 0;
        return switch (lead) {
            case 0xC2 -> second < 0xA0;
            case 0xE2 -> second == 0x80 && offset + 2 < textEnd && (bytes[offset + 2] & 0xFE) == 0xA8;
            case 0xED -> second >= 0xA0;
            case 0xEF -> true;
            default -> false;
        };
    }

    /** Moves to the next line. */
    void next() {
        while (nextStart < textEnd) {
            start = nextStart;
            int lineFeed = LineScanner.findLineFeed(bytes, start, textEnd);
            nextStart = lineFeed + 1;
            int contentStart = start;
            while (contentStart < lineFeed && bytes[contentStart] == ' ') {
                contentStart++;
            }
            if (contentStart < lineFeed && bytes[contentStart] != '#') {
                lineEnd = lineFeed;
                while (bytes[lineEnd - 1] == ' ') {
                    lineEnd--;
                }
                indent = contentStart - start;
                return;
            }
        }
        start = textEnd;
        lineEnd = textEnd;
        indent = AT_END;
    }

    boolean isEnded() {
        return indent == AT_END;
    }

    /** Returns the number of blanks before the line; -1 at the end of the text. */
    int indent() {
        return indent;
    }

    /** Returns the offset of the first byte of the line. */
    int start() {
        return start;
    }

    /** Returns the offset of the first byte of the line that is not a blank. */
    int contentStart() {
        return start + indent;
    }

    /** Returns the offset after the line, without the blanks at its end. */
    int end() {
        return lineEnd;
    }

    /** Returns whether a hyphen that begins an item is at an offset. */
    boolean isItem(int offset) {
        return offset < lineEnd && bytes[offset] == '-' && (offset + 1 == lineEnd || bytes[offset + 1] == ' ');
    }

    /** Returns whether the line is {@code ---}, which starts a document. */
    boolean isMarker() {
        return indent == 0 && lineEnd - start == 3 && startsWithThree('-');
    }

    /** Returns whether the line begins with {@code ---} or {@code ...}, which mark the start or end of a document. */
    boolean canBeMarker() {
        return indent == 0 && lineEnd - start >= 3 && (startsWithThree('-') || startsWithThree('.'));
    }

    private boolean startsWithThree(char character) {
        return bytes[start] == character && bytes[start + 1] == character && bytes[start + 2] == character;
    }

    /**
     * Reads the lines of a literal block below this line, and moves to the line after it.
     *
     * @param column the indentation that its lines must exceed
     * @param decoded gets the lines, with line feeds between them, but without those at the end
     * @return whether the block is in the usual form: each line ends with a line feed, the empty lines have no blanks,
     *     and the first line is not empty
     */
    boolean readLiteralBlock(int column, ByteSink decoded) {
        int blockIndent = 0;
        int pendingLineFeeds = 0;
        while (nextStart < textEnd) {
            int lineStart = nextStart;
            int lineFeed = LineScanner.findLineFeed(bytes, lineStart, textEnd);
            int contentStart = lineStart;
            while (contentStart < lineFeed && bytes[contentStart] == ' ') {
                contentStart++;
            }
            boolean isEmpty = contentStart == lineStart && contentStart == lineFeed;
            blockIndent = blockIndent == 0 ? contentStart - lineStart : blockIndent;
            if (lineFeed == textEnd || blockIndent <= column || (contentStart == lineFeed && !isEmpty)) {
                return false;
            }
            if (!isEmpty && contentStart - lineStart < blockIndent) {
                next();
                return true;
            }
            if (isEmpty) {
                pendingLineFeeds++;
            } else {
                for (; pendingLineFeeds > 0; pendingLineFeeds--) {
                    decoded.raw((byte) '\n');
                }
                decoded.raw(new Slice(bytes, lineStart + blockIndent, lineFeed));
                pendingLineFeeds = 1;
            }
            nextStart = lineFeed + 1;
        }
        next();
        return blockIndent > 0;
    }
}
