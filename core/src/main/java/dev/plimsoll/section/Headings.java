package dev.plimsoll.section;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Headings of a text, in document order, with nine bytes of memory each. The section of a heading ends before the next
 * heading of the same or a higher level.
 */
public final class Headings {

    /** Lowest level; level 1 is the highest. */
    static final int MAX_LEVEL = 6;

    /** Maximum number of headings that are checked to find the section that contains a line. */
    private static final int MAX_CHECKED = 1000;

    private final IntFunction<String> titleOfLine;
    private int[] lines = new int[16];
    private int[] ends = new int[16];
    private byte[] levels = new byte[16];
    private int count;

    /** Creates an empty list; {@code titleOfLine} reads the title of the heading that begins in a line. */
    Headings(IntFunction<String> titleOfLine) {
        this.titleOfLine = titleOfLine;
    }

    void add(int line, int level) {
        if (count == lines.length) {
            lines = Arrays.copyOf(lines, 2 * count);
            levels = Arrays.copyOf(levels, 2 * count);
        }
        lines[count] = line;
        levels[count++] = (byte) Math.max(1, Math.min(MAX_LEVEL, level));
    }

    /** Ends all sections; called once, after the last heading. */
    void finish(int lineCount) {
        ends = new int[count];
        int[] endByLevel = new int[MAX_LEVEL + 1];
        Arrays.fill(endByLevel, lineCount);
        for (int i = count - 1; i >= 0; i--) {
            ends[i] = endByLevel[levels[i]];
            // the next heading of this level ends deeper sections too
            Arrays.fill(endByLevel, levels[i], MAX_LEVEL + 1, lines[i]);
        }
    }

    /** Ends the section of a heading before a line, unless the section already ends earlier. */
    void endBefore(int index, int line) {
        ends[index] = Math.min(ends[index], line);
    }

    public int count() {
        return count;
    }

    /** Returns the line of the last heading; -1 if there is none. */
    int lastLine() {
        return count == 0 ? -1 : lines[count - 1];
    }

    /** Returns the lines of the section of a heading, with the heading; indexes count from 0. */
    public LineSpan span(int index) {
        return new LineSpan(lines[index], ends[index]);
    }

    public int level(int index) {
        return levels[index];
    }

    public String title(int index) {
        return titleOfLine.apply(lines[index]);
    }

    /** Returns the index of the first heading at or after a line; the count if there is none. */
    public int firstAtOrAfter(int line) {
        int index = Arrays.binarySearch(lines, 0, count, line);
        return index >= 0 ? index : -index - 1;
    }

    /** Returns the index of the last heading at or before a line; -1 if there is none. */
    int lastAtOrBefore(int line) {
        int index = Arrays.binarySearch(lines, 0, count, line);
        return index >= 0 ? index : -index - 2;
    }

    /**
     * Returns the index of the heading whose section directly contains the section of this heading; -1 if there is
     * none.
     */
    int parent(int index) {
        for (int i = index - 1; i >= 0 && index - i < MAX_CHECKED; i--) {
            if (levels[i] < levels[index] && ends[i] > lines[index]) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the index of the heading with the smallest section that contains a line; -1 if there is none. */
    public int innermostContaining(int line) {
        int nearest = lastAtOrBefore(line);
        for (int i = nearest; i >= 0 && nearest - i < MAX_CHECKED; i--) {
            if (ends[i] > line) {
                return i;
            }
        }
        return -1;
    }
}
