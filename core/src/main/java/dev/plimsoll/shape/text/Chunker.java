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

    /** Share of the budget from which on a boundary with a higher score is preferred to a fuller chunk. */
    private static final double MIN_FILLED_SHARE = 0.6;

    private final Slice text;
    private final LineIndex lines;
    private final BreakScores breakScores;
    private final ToIntFunction<Slice> cost;
    private final JoinedTokens joinedTokens;

    /** True if the sum of the counts of the lines of the current chunk is the count of their joined text. */
    private boolean exactCount;

    /**
     * Returns the tokens of a text minus those of its two parts, before and after a position; {@link
     * TokenCounter#UNKNOWN} if it is not known.
     */
    interface JoinedTokens {
        int at(Slice text, int at);
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
    int[] bounds(int from, Budget first, int maxFirstLines, Budget rest) {
        int[] bounds = new int[16];
        int count = 0;
        bounds[count++] = from;
        int at = from;
        while (at < text.length()) {
            at = at == from ? end(at, first, maxFirstLines) : end(at, rest, Integer.MAX_VALUE);
            if (count == bounds.length) {
                bounds = Arrays.copyOf(bounds, count * 2);
            }
            bounds[count++] = at;
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
            boolean counted = exactCount || end <= lines.end(lines.lineAt(start));
            int tokens = counted ? 0 : cost.applyAsInt(text.sub(start, end));
            if (tokens <= budget.tokens()) {
                return end;
            }
            long fewer = (long) allowed.tokens() * budget.tokens() / tokens;
            allowed = new Budget((int) Math.max(1, Math.min(fewer, allowed.tokens() - 1)), budget.bytes());
        }
    }

    private int endByLines(int start, Budget budget, int maxLines) {
        int line = lines.lineAt(start);
        int tokens = 0;
        int best = -1;
        int bestStrength = -1;
        int at = start;
        exactCount = true;
        for (int shown = 0; shown < maxLines && line < lines.count(); shown++, line++) {
            Slice next = text.sub(at, lines.end(line));
            // bounds the work: never counts more bytes than fit, even in a very long line
            boolean fits = next.length() <= budget.bytes() - (at - start);
            tokens += fits ? cost.applyAsInt(next) + extraTokens(start, at, lines.end(line)) : 0;
            if (!fits || tokens > budget.tokens()) {
                return at == start ? cutLine(next, budget) + start : best;
            }
            at = lines.end(line);
            int strength = breakScores.strengthAfter(line);
            boolean filled = tokens >= budget.tokens() * MIN_FILLED_SHARE || shown >= maxLines * MIN_FILLED_SHARE;
            if (strength >= bestStrength || !filled || best < 0) {
                best = at;
                bestStrength = filled ? strength : -1;
            }
        }
        return line >= lines.count() ? at : best;
    }

    /** Returns the extra cost of a line after the lines before it; 0 as soon as it is unknown. */
    private int extraTokens(int start, int at, int end) {
        int more = exactCount && at > start ? joinedTokens.at(text.sub(start, end), at - start) : 0;
        exactCount = exactCount && more != TokenCounter.UNKNOWN;
        return exactCount ? more : 0;
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
        return Math.max(preferredEnd(line, end), firstCodePoint(line));
    }

    private static int preferredEnd(Slice line, int end) {
        int minEnd = (int) (end * MIN_FILLED_SHARE);
        int space = -1;
        for (int i = end - 1; i > minEnd; i--) {
            byte b = line.at(i);
            if (b != ' ') {
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

    private static int firstCodePoint(Slice line) {
        int at = 1;
        while (at < line.length() && (line.at(at) & 0xC0) == 0x80) {
            at++;
        }
        return at;
    }
}
