package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.tokens.ParallelRunner;
import dev.plimsoll.tokens.TokenCounter;
import java.util.function.ToIntFunction;

/**
 * Token counts of the lines of a text, which must be requested from front to back. In a long text, many lines
 * are counted ahead, in parallel. Lines of short texts and parts of lines are counted when they are
 * requested. Not thread-safe.
 */
final class LineCosts implements ToIntFunction<Slice> {

    /** Bytes that are counted ahead. */
    private static final int AHEAD_BYTES = 1 << 20;

    /** Bytes that one worker counts at a time. */
    private static final int SHARE_BYTES = 1 << 16;

    /** Minimum bytes for counting ahead; shorter texts are counted before other workers start. */
    private static final int MIN_AHEAD_BYTES = 2 * SHARE_BYTES;

    /** Maximum bytes of a line that is counted ahead; a longer line might fit on no page. */
    private static final int MAX_LINE_BYTES = 1 << 14;

    /** Maximum number of earlier lines whose counts are kept. */
    private static final int MAX_KEPT_LINES = 1000;

    private final Slice text;
    private final LineIndex lines;
    private final TokenCounter counter;
    private final TokenCounter callerCounter;
    private final ParallelRunner parallelRunner;
    private final boolean isCountedAhead;
    private int[] costs = new int[0];
    private int firstCounted;

    /** Index of the line that is probably requested next. */
    private int nextLine;

    LineCosts(Slice text, LineIndex lines, TokenCounter counter, ParallelRunner parallelRunner) {
        this.text = text;
        this.lines = lines;
        this.counter = counter;
        this.callerCounter = counter.forManyTexts();
        this.parallelRunner = parallelRunner;
        this.isCountedAhead = text.length() >= MIN_AHEAD_BYTES && !parallelRunner.equals(ParallelRunner.SEQUENTIAL);
    }

    @Override
    public int applyAsInt(Slice part) {
        if (!isCountedAhead) {
            return callerCounter.count(part);
        }
        int from = part.from() - text.from();
        boolean isNextLine = nextLine < lines.count() && lines.start(nextLine) == from;
        int line = isNextLine ? nextLine : lines.lineAt(from);
        nextLine = line + 1;
        boolean isCompleteLine = lines.start(line) == from && lines.end(line) == from + part.length();
        if (!isCompleteLine || part.length() > MAX_LINE_BYTES) {
            return callerCounter.count(part);
        }
        if (line < firstCounted || line >= firstCounted + costs.length) {
            countFrom(line);
        }
        return costs[line - firstCounted];
    }

    /**
     * Counts about {@link #AHEAD_BYTES} bytes of lines in shares of equal length. Keeps the counts of the last lines,
     * because a chunk may end some lines back.
     */
    private void countFrom(int line) {
        int keptLines = line == firstCounted + costs.length ? Math.min(costs.length, MAX_KEPT_LINES) : 0;
        int start = lines.start(line);
        int endLine = lines.lineAt(Math.min(text.length() - 1, start + AHEAD_BYTES)) + 1;
        int[] counts = new int[keptLines + endLine - line];
        System.arraycopy(costs, costs.length - keptLines, counts, 0, keptLines);
        int shares = Math.max(1, (lines.end(endLine - 1) - start) / SHARE_BYTES);
        parallelRunner.runAll(shares, share -> {
            TokenCounter shareCounter = counter.forManyTexts();
            int to = firstLineOfShare(line, endLine, start, share + 1, shares);
            for (int i = firstLineOfShare(line, endLine, start, share, shares); i < to; i++) {
                Slice nextText = text.sub(lines.start(i), lines.end(i));
                counts[keptLines + i - line] = nextText.length() <= MAX_LINE_BYTES ? shareCounter.count(nextText) : 0;
            }
        });
        firstCounted = line - keptLines;
        costs = counts;
    }

    /** Returns the first line of a share. */
    private int firstLineOfShare(int line, int endLine, int start, int share, int shares) {
        if (share == 0 || share == shares) {
            return share == 0 ? line : endLine;
        }
        int bytes = lines.end(endLine - 1) - start;
        return Math.min(endLine, Math.max(line, lines.lineAt(start + (int) ((long) bytes * share / shares))));
    }
}
