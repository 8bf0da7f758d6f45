package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * Cuts a text into chunks, from front to back. A chunk ends within its budget after a record, before a
 * heading, or at a code fence, a paragraph, or a line: at the boundary with the highest score among the last
 * ones that fit. A line that is too long for a chunk is cut after a sentence, at a space, or between
 * graphemes.
 */
final class Chunker {

    /** Maximum number of lines of a first answer. */
    static final int MAX_FIRST_LINES = 200;

    /** Share of the budget above which a boundary with a higher score is preferred to a fuller chunk. */
    private static final double MIN_FILLED_SHARE = 0.6;

    private final Slice text;
    private final LineIndex lines;
    private final BreakScores breakScores;
    private final ToIntFunction<Slice> cost;
    private final JoinedTokens joinedTokens;

    /** True if the token counts of the lines of the current chunk add up to the count of the joined lines. */
    private boolean isCountExact;

    /**
     * Returns the tokens of a text minus the tokens of its parts before and after a position; {@link
     * TokenCounter#UNKNOWN} if it is not known.
     */
    interface JoinedTokens {
        int extraTokens(Slice text, int position);
    }

    Chunker(
            Slice text,
            LineIndex lines,
            BreakScores breakScores,
            ToIntFunction<Slice> cost,
            JoinedTokens joinedTokens) {
        this.joinedTokens = joinedTokens;
        this.text = text;
        this.lines = lines;
        this.breakScores = breakScores;
        this.cost = cost;
    }

    /**
     * Returns the start of every chunk from {@code from}, and the end of the text.
     *
     * @param maxFirstLines maximum number of lines of the first chunk
     */
    int[] bounds(int from, Budget firstBudget, int maxFirstLines, Budget otherBudget) {
        int[] bounds = new int[16];
        int count = 0;
        bounds[count++] = from;
        int position = from;
        while (position < text.length()) {
            position = position == from
                    ? end(position, firstBudget, maxFirstLines)
                    : end(position, otherBudget, Integer.MAX_VALUE);
            if (count == bounds.length) {
                bounds = Arrays.copyOf(bounds, count * 2);
            }
            bounds[count++] = position;
        }
        return Arrays.copyOf(bounds, count);
    }

    /**
     * Returns the end of the chunk that begins at {@code start}. Lines that are counted separately may cost
     * less than together. The joined text is therefore counted again, and the chunk gets fewer lines if it is
     * too large.
     */
    private int end(int start, Budget budget, int maxLines) {
        Budget allowed = budget;
        while (true) {
            int end = endByLines(start, allowed, maxLines);
            boolean isCountKnown = isCountExact || end <= lines.end(lines.lineAt(start));
            int tokens = isCountKnown ? 0 : cost.applyAsInt(text.sub(start, end));
            if (tokens <= budget.tokens()) {
                return end;
            }
            long fewerTokens = (long) allowed.tokens() * budget.tokens() / tokens;
            allowed = new Budget((int) Math.max(1, Math.min(fewerTokens, allowed.tokens() - 1)), budget.bytes());
        }
    }

    private int endByLines(int start, Budget budget, int maxLines) {
        int line = lines.lineAt(start);
        int tokens = 0;
        int bestEnd = -1;
        int bestScore = -1;
        int position = start;
        isCountExact = true;
        for (int lineCount = 0; lineCount < maxLines && line < lines.count(); lineCount++, line++) {
            Slice nextLine = text.sub(position, lines.end(line));
            // bounds the work: never counts more bytes than fit, even in a very long line
            boolean isWithinBytes = nextLine.length() <= budget.bytes() - (position - start);
            tokens += isWithinBytes ? cost.applyAsInt(nextLine) + extraTokens(start, position, lines.end(line)) : 0;
            if (!isWithinBytes || tokens > budget.tokens()) {
                return position == start ? cutLine(nextLine, budget) + start : bestEnd;
            }
            position = lines.end(line);
            int score = breakScores.scoreAfter(line);
            boolean isFilled = tokens >= budget.tokens() * MIN_FILLED_SHARE || lineCount >= maxLines * MIN_FILLED_SHARE;
            if (score >= bestScore || !isFilled || bestEnd < 0) {
                bestEnd = position;
                bestScore = isFilled ? score : -1;
            }
        }
        return line >= lines.count() ? position : bestEnd;
    }

    /** Returns the tokens that are added by joining a line to the lines before it; 0 if the number is unknown. */
    private int extraTokens(int start, int lineStart, int end) {
        int extra = isCountExact && lineStart > start
                ? joinedTokens.extraTokens(text.sub(start, end), lineStart - start)
                : 0;
        isCountExact = isCountExact && extra != TokenCounter.UNKNOWN;
        return isCountExact ? extra : 0;
    }

    /**
     * Returns the number of bytes of a too long line that are shown: at least one code point, up to the end
     * of a sentence if possible.
     */
    private int cutLine(Slice line, Budget budget) {
        int maxEnd = Math.min(line.length(), budget.bytes());
        int end = Utf8.floor(line, maxEnd);
        while (end > 1) {
            int tokens = cost.applyAsInt(line.sub(0, end));
            if (tokens <= budget.tokens()) {
                break;
            }
            int smaller = (int) Math.min(end * 0.95, (double) end * budget.tokens() / tokens);
            end = Utf8.floor(line, Math.max(1, smaller));
        }
        return Math.max(preferredEnd(line, end), firstCodePointLength(line));
    }

    private static int preferredEnd(Slice line, int end) {
        int minEnd = (int) (end * MIN_FILLED_SHARE);
        int space = -1;
        for (int i = end - 1; i > minEnd; i--) {
            byte current = line.at(i);
            if (current != ' ') {
                continue;
            }
            space = space < 0 ? i + 1 : space;
            byte previousByte = line.at(i - 1);
            if (previousByte == '.' || previousByte == '!' || previousByte == '?' || previousByte == ';') {
                return i + 1;
            }
        }
        return space > 0 ? space : Utf8.graphemeFloor(line, end);
    }

    private static int firstCodePointLength(Slice line) {
        int end = 1;
        while (end < line.length() && (line.at(end) & 0xC0) == 0x80) {
            end++;
        }
        return end;
    }
}
