package dev.plimsoll.gateway.pin;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares the approved and the pending entry of a tool line by line, for people. Hidden characters are shown
 * by their code.
 */
final class EntryDiff {

    private static final int MAX_SHOWN_LINES = 400;
    private static final int MAX_LINE_LENGTH = 400;

    /**
     * Maximum size of the table for a comparison: removed lines times added lines. For longer texts, all lines are
     * shown as removed and added.
     */
    private static final long MAX_TABLE_CELLS = 4_000_000;

    private final List<String> approvedLines;
    private final List<String> pendingLines;
    private final List<Line> lines = new ArrayList<>();

    /**
     * A line of a difference.
     *
     * @param sign {@code -} for a line of the approved entry only, {@code +} for a line of the pending entry
     *     only
     */
    record Line(char sign, String text) {

        @Override
        public String toString() {
            return sign + " " + text;
        }
    }

    private EntryDiff(List<String> approvedLines, List<String> pendingLines) {
        this.approvedLines = approvedLines;
        this.pendingLines = pendingLines;
    }

    /** Returns the lines that only one of the two entries has, at most 400. */
    static List<Line> diff(ToolPin pin) {
        EntryDiff entryDiff = new EntryDiff(linesOf(pin.approved()), linesOf(pin.pending()));
        entryDiff.compareLines();
        return entryDiff.lines.size() > MAX_SHOWN_LINES ? entryDiff.lines.subList(0, MAX_SHOWN_LINES) : entryDiff.lines;
    }

    private static List<String> linesOf(@Nullable PinnedEntry pinnedEntry) {
        if (pinnedEntry == null) {
            return List.of();
        }
        return pinnedEntry.entry() == null
                ? List.of("an entry too large to be stored, with the hash " + pinnedEntry.hash())
                : EntryLines.toLines(pinnedEntry.entry());
    }

    private void compareLines() {
        // equal lines at the start and the end are left out first, which keeps the table small
        int start = 0;
        int common = Math.min(approvedLines.size(), pendingLines.size());
        while (start < common && approvedLines.get(start).equals(pendingLines.get(start))) {
            start++;
        }
        int end = 0;
        while (end < common - start
                && approvedLines
                        .get(approvedLines.size() - 1 - end)
                        .equals(pendingLines.get(pendingLines.size() - 1 - end))) {
            end++;
        }
        List<String> removed = approvedLines.subList(start, approvedLines.size() - end);
        List<String> added = pendingLines.subList(start, pendingLines.size() - end);
        if ((long) removed.size() * added.size() > MAX_TABLE_CELLS) {
            removed.forEach(line -> add('-', line));
            added.forEach(line -> add('+', line));
        } else {
            addDifferences(removed, added, commonLengths(removed, added));
        }
    }

    /**
     * Returns a table: cell [i][j] is the length of the longest common subsequence of the lines from i and
     * from j to the ends.
     */
    private static int[][] commonLengths(List<String> removed, List<String> added) {
        int[][] lengths = new int[removed.size() + 1][added.size() + 1];
        for (int i = removed.size() - 1; i >= 0; i--) {
            for (int j = added.size() - 1; j >= 0; j--) {
                lengths[i][j] = removed.get(i).equals(added.get(j))
                        ? lengths[i + 1][j + 1] + 1
                        : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
            }
        }
        return lengths;
    }

    private void addDifferences(List<String> removed, List<String> added, int[][] lengths) {
        int i = 0;
        int j = 0;
        while (i < removed.size() || j < added.size()) {
            boolean hasBoth = i < removed.size() && j < added.size();
            if (hasBoth && removed.get(i).equals(added.get(j))) {
                i++;
                j++;
            } else if (j == added.size() || (hasBoth && lengths[i + 1][j] >= lengths[i][j + 1])) {
                add('-', removed.get(i++));
            } else {
                add('+', added.get(j++));
            }
        }
    }

    private void add(char sign, String line) {
        lines.add(new Line(sign, HiddenCharacters.makeVisible(line, MAX_LINE_LENGTH)));
    }
}
