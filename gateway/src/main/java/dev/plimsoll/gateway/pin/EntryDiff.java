package dev.plimsoll.gateway.pin;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The difference of two entries as lines for people. Hidden characters are visible in it. */
final class EntryDiff {

    private static final int MAX_SHOWN_LINES = 400;
    private static final int MAX_LINE_LENGTH = 400;

    /** Larger texts are not compared line by line. */
    private static final long MAX_CELLS = 4_000_000;

    private final List<String> before;
    private final List<String> after;
    private final List<Line> lines = new ArrayList<>();

    /**
     * A line of a difference.
     *
     * @param sign a minus for the approved entry, a plus for the pending one
     */
    record Line(char sign, String text) {

        @Override
        public String toString() {
            return sign + " " + text;
        }
    }

    private EntryDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** Returns the lines that differ between what is approved and what is pending. */
    static List<Line> of(ToolPin pin) {
        EntryDiff entryDiff = new EntryDiff(linesOf(pin.approved()), linesOf(pin.pending()));
        entryDiff.compare();
        return entryDiff.lines.size() > MAX_SHOWN_LINES ? entryDiff.lines.subList(0, MAX_SHOWN_LINES) : entryDiff.lines;
    }

    private static List<String> linesOf(@Nullable PinnedEntry pinnedEntry) {
        if (pinnedEntry == null) {
            return List.of();
        }
        return pinnedEntry.entry() == null
                ? List.of("an entry too large to be stored, with the hash " + pinnedEntry.hash())
                : EntryLines.of(pinnedEntry.entry());
    }

    private void compare() {
        int start = 0;
        int common = Math.min(before.size(), after.size());
        while (start < common && before.get(start).equals(after.get(start))) {
            start++;
        }
        int end = 0;
        while (end < common - start && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
        }
        List<String> removed = before.subList(start, before.size() - end);
        List<String> added = after.subList(start, after.size() - end);
        if ((long) removed.size() * added.size() > MAX_CELLS) {
            removed.forEach(line -> add('-', line));
            added.forEach(line -> add('+', line));
        } else {
            compare(removed, added, commonLengths(removed, added));
        }
    }

    /** Returns the length of the longest common subsequence from each pair of lines on. */
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

    private void compare(List<String> removed, List<String> added, int[][] lengths) {
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
        lines.add(new Line(sign, HiddenCharacters.show(line, MAX_LINE_LENGTH)));
    }
}
