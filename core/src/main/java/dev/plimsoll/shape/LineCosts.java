package dev.plimsoll.shape;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ParallelRunner;
import dev.plimsoll.measure.TokenCounter;
import java.util.function.ToIntFunction;

/**
 * Token counts of the lines of a long text, requested from front to back. Counts a range of lines at once, in shares
 * for all workers. Counts short texts and incomplete lines on request. Not thread-safe.
 */
final class LineCosts implements ToIntFunction<Slice> {

    /** Bytes that are counted ahead. */
    private static final int STRETCH = 1 << 20;

    /** Bytes that one worker counts at a time. */
    private static final int SHARE = 1 << 16;

    /** Minimum bytes for counting ahead; shorter texts are counted before other workers start. */
    private static final int SHORTEST = 2 * SHARE;

    /** Maximum bytes of a line that is counted ahead; a longer line might fit on no page. */
    private static final int LONG_LINE = 1 << 14;

    private final Slice text;
    private final LineIndex lines;
    private final TokenCounter counter;
    private final TokenCounter own;
    private final ParallelRunner parallelRunner;
    private final boolean ahead;
    private int[] costs = new int[0];
    private int first;

    /** Index of the line that is probably requested next. */
    private int asked;

    LineCosts(Slice text, LineIndex lines, TokenCounter counter, ParallelRunner parallelRunner) {
        this.text = text;
        this.lines = lines;
        this.counter = counter;
        this.own = counter.forManyTexts();
        this.parallelRunner = parallelRunner;
        this.ahead = text.length() >= SHORTEST && !parallelRunner.equals(ParallelRunner.NONE);
    }

    @Override
    public int applyAsInt(Slice part) {
        if (!ahead) {
            return own.count(part);
        }
        int from = part.from() - text.from();
        boolean next = asked < lines.count() && lines.start(asked) == from;
        int line = next ? asked : lines.lineAt(from);
        asked = line + 1;
        boolean whole = lines.start(line) == from && lines.end(line) == from + part.length();
        if (!whole || part.length() > LONG_LINE) {
            return own.count(part);
        }
        if (line < first || line >= first + costs.length) {
            countFrom(line);
        }
        return costs[line - first];
    }

    /**
     * Counts about {@link #STRETCH} bytes of lines in shares of equal length. Keeps the counts of the last lines,
     * because a chunk may end some lines back.
     */
    private void countFrom(int line) {
        int known = line == first + costs.length ? Math.min(costs.length, Chunker.MOST_LINES) : 0;
        int start = lines.start(line);
        int after = lines.lineAt(Math.min(text.length() - 1, start + STRETCH)) + 1;
        int[] found = new int[known + after - line];
        System.arraycopy(costs, costs.length - known, found, 0, known);
        int shares = Math.max(1, (lines.end(after - 1) - start) / SHARE);
        parallelRunner.each(shares, share -> {
            TokenCounter each = counter.forManyTexts();
            int to = bound(line, after, start, share + 1, shares);
            for (int i = bound(line, after, start, share, shares); i < to; i++) {
                Slice next = text.sub(lines.start(i), lines.end(i));
                found[known + i - line] = next.length() <= LONG_LINE ? each.count(next) : 0;
            }
        });
        first = line - known;
        costs = found;
    }

    /** Returns the first line of a share. */
    private int bound(int line, int after, int start, int share, int shares) {
        if (share == 0 || share == shares) {
            return share == 0 ? line : after;
        }
        int bytes = lines.end(after - 1) - start;
        return Math.min(after, Math.max(line, lines.lineAt(start + (int) ((long) bytes * share / shares))));
    }
}
