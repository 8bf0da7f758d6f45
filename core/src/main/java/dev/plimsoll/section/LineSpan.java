package dev.plimsoll.section;

/**
 * Range of lines of a text.
 *
 * @param first the first line, counted from 0
 * @param end the line after the last line
 */
public record LineSpan(int first, int end) {

    public int count() {
        return end - first;
    }

    public boolean contains(int line) {
        return line >= first && line < end;
    }

    /** Returns the numbers of the lines, from 1: {@code 5-9}, or {@code 5} for one line. */
    @Override
    public String toString() {
        return count() == 1 ? Integer.toString(end) : (first + 1) + "-" + end;
    }
}
