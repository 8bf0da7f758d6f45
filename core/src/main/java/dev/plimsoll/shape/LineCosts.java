package dev.plimsoll.shape;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.measure.ParallelRunner;
import java.util.function.ToIntFunction;

/**
 * What each line of a long text costs, asked for from front to back: a stretch of lines is counted at once, in shares for
 * all workers. Short texts, and what is no whole line, are counted as they are asked for. For one thread.
 */
final class LineCosts implements ToIntFunction<Slice> {

    /** So many bytes are counted ahead. */
    private static final int STRETCH = 1 << 20;

    /** What one worker takes at a time. */
    private static final int SHARE = 1 << 16;

    /** Shorter texts are counted before others have begun. */
    private static final int SHORTEST = 2 * SHARE;

    /** Longer ones may fit nowhere, and are not counted ahead then. */
    private static final int LONG_LINE = 1 << 14;

    private final Slice text;
    private final LineIndex lines;
    private final TokenCounter counter;
    private final TokenCounter own;
    private final ParallelRunner parallelRunner;
    private final boolean ahead;
    private int[] costs = new int[0];
    private int first;

    /** The line that is probably asked for next. */
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

    /** Lines of about so many bytes, in shares that are as long. A chunk may end some lines back: these stay known. */
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

    /** The first line of a share. */
    private int bound(int line, int after, int start, int share, int shares) {
        if (share == 0 || share == shares) {
            return share == 0 ? line : after;
        }
        int bytes = lines.end(after - 1) - start;
        return Math.min(after, Math.max(line, lines.lineAt(start + (int) ((long) bytes * share / shares))));
    }
}
