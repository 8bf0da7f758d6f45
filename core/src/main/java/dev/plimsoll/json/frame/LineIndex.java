package dev.plimsoll.json.frame;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;
import java.util.Arrays;
import java.util.Objects;

/**
 * Index of the ends of lines in a text, four bytes per line. A line ends with {@code \n}, which belongs to it and may
 * be missing in the last one. An empty text has no lines. Offsets count from the start of the text.
 */
public final class LineIndex {

    private final int[] ends;
    private final int count;
    private final int length;

    private LineIndex(int[] ends, int count, int length) {
        this.ends = ends;
        this.count = count;
        this.length = length;
    }

    public static LineIndex of(Slice text) {
        byte[] bytes = text.bytes();
        int from = text.from();
        int to = text.to();
        int[] ends = new int[16];
        int count = 0;
        int lineStart = from;
        while (lineStart < to) {
            int end = endOfLine(bytes, lineStart, to);
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, 2 * count);
            }
            ends[count++] = end - from;
            lineStart = end;
        }
        return new LineIndex(ends, count, to - from);
    }

    /** Returns the offset after the first newline from {@code lineStart} on, or {@code end} if there is none. */
    static int endOfLine(byte[] bytes, int lineStart, int end) {
        int i = lineStart;
        while (i <= end - Long.BYTES) {
            long mask = SwarBytes.equal(SwarBytes.word(bytes, i), SwarBytes.NEWLINES);
            if (mask != 0) {
                return i + SwarBytes.first(mask) + 1;
            }
            i += Long.BYTES;
        }
        while (i < end) {
            if (bytes[i++] == '\n') {
                return i;
            }
        }
        return end;
    }

    public int count() {
        return count;
    }

    public int start(int i) {
        Objects.checkIndex(i, count);
        return i == 0 ? 0 : ends[i - 1];
    }

    /** Returns the offset after the line and its newline. */
    public int end(int i) {
        return ends[Objects.checkIndex(i, count)];
    }

    /**
     * Returns the line that contains an offset; the end of the text belongs to the last line, or to line 0 if there are
     * none.
     */
    public int lineAt(int offset) {
        Objects.checkIndex(offset, length + 1);
        int position = Arrays.binarySearch(ends, 0, count, offset);
        int line = position >= 0 ? position + 1 : -position - 1;
        return Math.max(0, Math.min(line, count - 1));
    }
}
