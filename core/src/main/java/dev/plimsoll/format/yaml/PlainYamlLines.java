package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;

/** The lines of a YAML text that are neither blank nor comments, with their indentation. */
final class PlainYamlLines {

    private static final int ENDED = -1;
    private static final long HIGH_BITS = 0x8080808080808080L;

    /** First bytes of the characters that {@link #isSpecial} looks at, each in all bytes of a word. */
    private static final long[] SPECIAL_LEADS = {
        0xC2C2C2C2C2C2C2C2L, 0xE2E2E2E2E2E2E2E2L, 0xEDEDEDEDEDEDEDEDL, 0xEFEFEFEFEFEFEFEFL
    };

    private final byte[] b;
    private final int end;
    private int nextStart;
    private int start;
    private int stop;
    private int indent;

    /** Creates a scanner that stands at the first line. */
    PlainYamlLines(Slice text) {
        this.b = text.bytes();
        this.end = text.to();
        this.nextStart = text.from();
        next();
    }

    /** Returns whether a text has only line feeds and characters that YAML allows everywhere. */
    static boolean areReadable(Slice text) {
        byte[] b = text.bytes();
        int end = text.to();
        int i = text.from();
        while (i < end) {
            if (i <= end - Long.BYTES && isUsual(SwarBytes.word(b, i))) {
                i += Long.BYTES;
                continue;
            }
            int stop = Math.min(end, i + Long.BYTES);
            for (; i < stop; i++) {
                boolean isAscii = b[i] >= 0;
                if (isAscii ? (b[i] < ' ' && b[i] != '\n') || b[i] == 0x7F : isSpecial(b, i, end)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns whether all eight bytes are blanks, line feeds, or parts of characters that YAML allows everywhere. */
    private static boolean isUsual(long word) {
        // line feeds become blanks: in the subtraction below, a line feed would borrow from the byte after it
        long feeds = SwarBytes.equalExactly(word, SwarBytes.NEWLINES) >>> 7;
        long blanked = word ^ (feeds * ('\n' ^ ' '));
        long found = ((blanked - SwarBytes.ONES * ' ') & ~blanked) | SwarBytes.equal(word, SwarBytes.ONES * 0x7F);
        if ((word & HIGH_BITS) != 0) {
            for (long lead : SPECIAL_LEADS) {
                found |= SwarBytes.equal(word, lead);
            }
        }
        return (found & HIGH_BITS) == 0;
    }

    /** Returns whether a character beyond ASCII is a control, a line break, a surrogate, or a byte order mark. */
    private static boolean isSpecial(byte[] b, int at, int end) {
        int lead = b[at] & 0xFF;
        int second = at + 1 < end ? b[at + 1] & 0xFF : 0;
        return switch (lead) {
            case 0xC2 -> second < 0xA0;
            case 0xE2 -> second == 0x80 && at + 2 < end && (b[at + 2] & 0xFE) == 0xA8;
            case 0xED -> second >= 0xA0;
            case 0xEF -> true;
            default -> false;
        };
    }

    /** Moves to the next line. */
    void next() {
        while (nextStart < end) {
            start = nextStart;
            int feed = LineScanner.endOfLine(b, start, end);
            nextStart = feed + 1;
            int i = start;
            while (i < feed && b[i] == ' ') {
                i++;
            }
            if (i < feed && b[i] != '#') {
                stop = feed;
                while (b[stop - 1] == ' ') {
                    stop--;
                }
                indent = i - start;
                return;
            }
        }
        start = end;
        stop = end;
        indent = ENDED;
    }

    boolean isEnded() {
        return indent == ENDED;
    }

    /** Returns the number of blanks before the line; -1 at the end of the text. */
    int indent() {
        return indent;
    }

    /** Returns the offset of the first byte of the line. */
    int start() {
        return start;
    }

    /** Returns the offset of the first byte of the line that is no blank. */
    int at() {
        return start + indent;
    }

    /** Returns the offset after the line, without the blanks at its end. */
    int stop() {
        return stop;
    }

    /** Returns whether a hyphen that begins an item is at an offset. */
    boolean isItem(int at) {
        return at < stop && b[at] == '-' && (at + 1 == stop || b[at + 1] == ' ');
    }

    /** Returns whether the line is a marker of a document. */
    boolean isMarker() {
        return indent == 0 && stop - start == 3 && isMarked('-');
    }

    /** Returns whether the line begins as a marker does. */
    boolean mayBeMarker() {
        return indent == 0 && stop - start >= 3 && (isMarked('-') || isMarked('.'));
    }

    private boolean isMarked(char sign) {
        return b[start] == sign && b[start + 1] == sign && b[start + 2] == sign;
    }

    /**
     * Reads the lines of a literal block below this line, and moves to the line after it.
     *
     * @param column the indentation that its lines must exceed
     * @param decoded gets the lines, without the line breaks after them
     * @return whether the block is in the usual form: it ends before the text does, has no blanks in empty lines, and
     *     does not begin with one
     */
    boolean literal(int column, ByteSink decoded) {
        int margin = 0;
        int empty = 0;
        while (nextStart < end) {
            int from = nextStart;
            int feed = LineScanner.endOfLine(b, from, end);
            int i = from;
            while (i < feed && b[i] == ' ') {
                i++;
            }
            boolean isEmpty = i == from && i == feed;
            margin = margin == 0 ? i - from : margin;
            if (feed == end || margin <= column || (i == feed && !isEmpty)) {
                return false;
            }
            if (!isEmpty && i - from < margin) {
                next();
                return true;
            }
            if (isEmpty) {
                empty++;
            } else {
                for (; empty > 0; empty--) {
                    decoded.raw((byte) '\n');
                }
                decoded.raw(new Slice(b, from + margin, feed));
                empty = 1;
            }
            nextStart = feed + 1;
        }
        next();
        return margin > 0;
    }
}
