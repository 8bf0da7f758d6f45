package dev.plimsoll.shape.draft;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text whose tokens are counted while it is written. It has gaps for the values that are known last:
 * cursors, and the token count of the answer itself. A gap has a fixed cost, so the random letters of a
 * cursor and the digits of the count do not change what fits.
 *
 * <p>Each piece is counted once, when it is complete. The counts of the pieces add up to at least the
 * count of the whole text, so the sum is never below the cost for a model.
 */
public final class AnswerDraft {

    /** Prefix of a cursor that is written as the URI of a page. */
    public static final String PAGE_URI = "plimsoll://page/";

    static final int CURSOR_TOKENS = 40;
    private static final int CURSOR_BYTES = 48;
    private static final int NUMBER_TOKENS = 3;
    private static final int NUMBER_BYTES = 8;

    private enum GapValue {
        CURSOR,
        USED,
        REMAINING
    }

    private record Gap(int offset, GapValue value, @Nullable PagePosition position) {}

    /** Numbers that fill the gaps of the finished text. */
    public record Totals(long used, long remaining) {}

    private final TokenCounter counter;
    private final boolean hasUriCursors;
    private final boolean isSlim;
    private final ByteSink out = new ByteSink(1024);
    private final List<Gap> gaps = new ArrayList<>();
    private int countedBytes;
    private int tokens;
    private int gapTokens;
    private int gapBytes;

    public AnswerDraft(TokenCounter counter) {
        this(counter, false);
    }

    /** Creates an empty draft; with {@code hasUriCursors}, cursors are written as URIs of pages. */
    public AnswerDraft(TokenCounter counter, boolean hasUriCursors) {
        this(counter, hasUriCursors, true);
    }

    /** Creates an empty draft; with {@code isSlim}, JSON of the result is slimmed. */
    public AnswerDraft(TokenCounter counter, boolean hasUriCursors, boolean isSlim) {
        this.counter = counter;
        this.hasUriCursors = hasUriCursors;
        this.isSlim = isSlim;
    }

    /** Returns an empty draft with the same counter and settings. */
    public AnswerDraft fresh() {
        return new AnswerDraft(counter, hasUriCursors, isSlim);
    }

    /** Returns the name of a cursor field when its value is a URI. */
    public static String uriName(String field) {
        return switch (field) {
            case "nextCursor" -> "nextUri";
            case "previousCursor" -> "previousUri";
            case "cursor" -> "uri";
            default -> field;
        };
    }

    public AnswerDraft ascii(String text) {
        out.ascii(text);
        return this;
    }

    /** Appends a JSON value of the result: slimmed, or as it was written if the policy says so. */
    public AnswerDraft json(Slice value) {
        out.json(value, isSlim);
        return this;
    }

    /** Appends a string of the result, given as the inside of a JSON string. */
    public AnswerDraft quoted(Slice inside) {
        if (isSlim) {
            out.slimString(inside);
        } else {
            out.rawString(inside);
        }
        return this;
    }

    /** Appends a string without slimming it, given as the inside of a JSON string. */
    public AnswerDraft rawString(Slice inside) {
        out.rawString(inside);
        return this;
    }

    /** Appends {@code "key":} for a key of the result, given as the inside of a JSON string. */
    public AnswerDraft key(Slice inside) {
        return quoted(inside).ascii(":");
    }

    /** Appends bytes unchanged: plain text, the inside of a string, or JSON written by Plimsoll. */
    public AnswerDraft raw(Slice bytes) {
        out.raw(bytes);
        return this;
    }

    public AnswerDraft string(String text) {
        out.string(text);
        return this;
    }

    public AnswerDraft string(Slice text) {
        out.string(text);
        return this;
    }

    public AnswerDraft number(long value) {
        out.number(value);
        return this;
    }

    public AnswerDraft bool(boolean value) {
        out.bool(value);
        return this;
    }

    /** Appends an array of strings. */
    public AnswerDraft strings(Iterable<String> texts) {
        out.strings(texts);
        return this;
    }

    /** Appends {@code "name":} of a header field; a cursor field gets its URI name if cursors are URIs. */
    public AnswerDraft field(String name) {
        return name(hasUriCursors ? uriName(name) : name);
    }

    /** Appends {@code "name":}, after a comma unless it begins its object. */
    public AnswerDraft member(String name) {
        out.member(name);
        return this;
    }

    /** Appends {@code "name":} without a comma. */
    public AnswerDraft name(String name) {
        out.string(name).ascii(":");
        return this;
    }

    /** Appends the gap of a cursor. The caller writes the quotes around it. */
    public AnswerDraft cursorGap(PagePosition pagePosition) {
        out.ascii(hasUriCursors ? PAGE_URI : "");
        // the text before a cursor is not joined with the text after it
        countNewText();
        return gap(new Gap(out.size(), GapValue.CURSOR, pagePosition), CURSOR_TOKENS, CURSOR_BYTES);
    }

    /** Appends a cursor as a string. */
    public AnswerDraft cursorString(PagePosition pagePosition) {
        return ascii("\"").cursorGap(pagePosition).ascii("\"");
    }

    /** Appends the gap of the number of tokens that the answer uses. */
    public AnswerDraft usedGap() {
        return gap(new Gap(out.size(), GapValue.USED, null), NUMBER_TOKENS, NUMBER_BYTES);
    }

    /** Appends the gap of the number of tokens that remain of the budget. */
    public AnswerDraft remainingGap() {
        return gap(new Gap(out.size(), GapValue.REMAINING, null), NUMBER_TOKENS, NUMBER_BYTES);
    }

    private AnswerDraft gap(Gap gap, int gapTokenCost, int gapByteCost) {
        gaps.add(gap);
        gapTokens += gapTokenCost;
        gapBytes += gapByteCost;
        return this;
    }

    /** Adds the cost of something that is not text, such as an image. */
    public AnswerDraft addTokens(int additional) {
        gapTokens += additional;
        return this;
    }

    /** Appends all of another draft. */
    public AnswerDraft append(AnswerDraft other) {
        countNewText();
        int shift = out.size();
        out.raw(other.out.slice());
        other.gaps.forEach(gap -> gaps.add(new Gap(gap.offset + shift, gap.value, gap.position)));
        tokens += other.tokens() - other.gapTokens;
        countedBytes = out.size();
        gapTokens += other.gapTokens;
        gapBytes += other.gapBytes;
        return this;
    }

    /** Returns this text escaped for the inside of a JSON string. The token count stays that of the unescaped text. */
    public AnswerDraft toEscaped() {
        AnswerDraft escaped = fresh();
        int from = 0;
        for (Gap gap : gaps) {
            JsonText.escape(out.slice(from, gap.offset), escaped.out);
            escaped.gaps.add(new Gap(escaped.out.size(), gap.value, gap.position));
            from = gap.offset;
        }
        JsonText.escape(out.slice(from, out.size()), escaped.out);
        escaped.tokens = tokens() - gapTokens;
        escaped.countedBytes = escaped.out.size();
        escaped.gapTokens = gapTokens;
        escaped.gapBytes = gapBytes;
        return escaped;
    }

    /** Returns the cost so far. Text written since the last call is counted as one piece. */
    public int tokens() {
        countNewText();
        return tokens + gapTokens;
    }

    private void countNewText() {
        if (countedBytes < out.size()) {
            tokens += counter.count(out.slice(countedBytes, out.size()));
            countedBytes = out.size();
        }
    }

    /** Returns whether the finished text is within a budget. */
    public boolean isWithin(Budget budget) {
        return budget.allows(tokens(), bytes());
    }

    /** Returns the text so far, without gap values. */
    public Slice written() {
        return out.slice();
    }

    /** Returns the length of the finished text in bytes; each gap has a fixed length. */
    public int bytes() {
        return out.size() + gapBytes;
    }

    /** A state of a draft that {@link #resetTo} restores. */
    public record Mark(int size, int gaps, int countedBytes, int tokens, int gapTokens, int gapBytes) {}

    public Mark mark() {
        countNewText();
        return new Mark(out.size(), gaps.size(), countedBytes, tokens, gapTokens, gapBytes);
    }

    public void resetTo(Mark mark) {
        out.truncate(mark.size);
        gaps.subList(mark.gaps, gaps.size()).clear();
        countedBytes = mark.countedBytes;
        tokens = mark.tokens;
        gapTokens = mark.gapTokens;
        gapBytes = mark.gapBytes;
    }

    public TokenCounter counter() {
        return counter;
    }

    /** Returns the finished text with filled gaps. */
    public byte[] finish(Function<PagePosition, String> encodeCursor, Totals totals) {
        ByteSink finished = new ByteSink(out.size() + gapBytes);
        int from = 0;
        for (Gap gap : gaps) {
            finished.raw(out.slice(from, gap.offset));
            from = gap.offset;
            if (gap.position != null) {
                finished.ascii(encodeCursor.apply(gap.position));
            } else {
                finished.number(gap.value == GapValue.USED ? totals.used : totals.remaining);
            }
        }
        return finished.raw(out.slice(from, out.size())).toByteArray();
    }
}
