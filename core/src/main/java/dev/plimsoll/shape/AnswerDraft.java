package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text being written and counted as it grows, with gaps for what is known last: cursors, and the numbers that tell its
 * own cost. A gap has a fixed cost, so neither the random letters of a cursor nor the digits of the total can change
 * what fits.
 *
 * <p>Each piece is counted once, when it is complete: pieces counted apart cost at most a little more than together,
 * never less than a model pays.
 */
final class AnswerDraft {

    /** What a cursor begins with where it stands as the URI of a page. */
    static final String PAGE = "plimsoll://page/";

    static final int CURSOR_TOKENS = 40;
    private static final int CURSOR_BYTES = 48;
    private static final int NUMBER_TOKENS = 3;
    private static final int NUMBER_BYTES = 8;

    private enum Late {
        CURSOR,
        USED,
        REMAINING
    }

    private record Gap(int at, Late late, @Nullable PagePosition seat) {}

    /** What the finished text is told. */
    record Totals(long used, long remaining) {}

    private final TokenCounter counter;
    private final boolean uris;
    private final ByteSink out = new ByteSink(1024);
    private final List<Gap> gaps = new ArrayList<>();
    private int counted;
    private int tokens;
    private int gapTokens;
    private int gapBytes;

    AnswerDraft(TokenCounter counter) {
        this(counter, false);
    }

    /** With {@code uris} cursors are written as URIs of pages. */
    AnswerDraft(TokenCounter counter, boolean uris) {
        this.counter = counter;
        this.uris = uris;
    }

    /** The name of a field that holds a cursor, where it stands as a URI. */
    static String uriName(String field) {
        return switch (field) {
            case "nextCursor" -> "nextUri";
            case "previousCursor" -> "previousUri";
            case "cursor" -> "uri";
            default -> field;
        };
    }

    AnswerDraft ascii(String text) {
        out.ascii(text);
        return this;
    }

    /** A JSON value of the result, without the white space between its tokens. */
    AnswerDraft json(Slice value) {
        out.json(value);
        return this;
    }

    /** Bytes that may stand here as they are: plain text, the inside of a string, JSON of our own. */
    AnswerDraft raw(Slice bytes) {
        out.raw(bytes);
        return this;
    }

    AnswerDraft string(String text) {
        out.string(text);
        return this;
    }

    AnswerDraft string(Slice text) {
        out.string(text);
        return this;
    }

    AnswerDraft number(long n) {
        out.number(n);
        return this;
    }

    /** {@code "name":} of a field in a header. */
    AnswerDraft field(String name) {
        return name(uris ? uriName(name) : name);
    }

    /** {@code "name":} */
    AnswerDraft name(String name) {
        out.string(name).ascii(":");
        return this;
    }

    /** The place of a cursor, to stand between quotes that the caller writes. */
    AnswerDraft cursor(PagePosition pagePosition) {
        out.ascii(uris ? PAGE : "");
        return gap(new Gap(out.size(), Late.CURSOR, pagePosition), CURSOR_TOKENS, CURSOR_BYTES);
    }

    AnswerDraft used() {
        return gap(new Gap(out.size(), Late.USED, null), NUMBER_TOKENS, NUMBER_BYTES);
    }

    AnswerDraft remaining() {
        return gap(new Gap(out.size(), Late.REMAINING, null), NUMBER_TOKENS, NUMBER_BYTES);
    }

    private AnswerDraft gap(Gap gap, int itsTokens, int itsBytes) {
        gaps.add(gap);
        gapTokens += itsTokens;
        gapBytes += itsBytes;
        return this;
    }

    /** Adds the cost of something that is no text, such as an image. */
    AnswerDraft costing(int more) {
        gapTokens += more;
        return this;
    }

    /** Everything of another draft behind what stands here. */
    AnswerDraft append(AnswerDraft other) {
        tokens();
        int shift = out.size();
        out.raw(other.out.slice());
        other.gaps.forEach(gap -> gaps.add(new Gap(gap.at + shift, gap.late, gap.seat)));
        tokens += other.tokens() - other.gapTokens;
        counted = out.size();
        gapTokens += other.gapTokens;
        gapBytes += other.gapBytes;
        return this;
    }

    /** The same text as the inside of a JSON string, at the cost of the text itself. */
    AnswerDraft escaped() {
        AnswerDraft inside = new AnswerDraft(counter, uris);
        int from = 0;
        for (Gap gap : gaps) {
            JsonText.escape(out.slice(from, gap.at), inside.out);
            inside.gaps.add(new Gap(inside.out.size(), gap.late, gap.seat));
            from = gap.at;
        }
        JsonText.escape(out.slice(from, out.size()), inside.out);
        inside.tokens = tokens() - gapTokens;
        inside.counted = inside.out.size();
        inside.gapTokens = gapTokens;
        inside.gapBytes = gapBytes;
        return inside;
    }

    /** The cost so far; what was written since the last call is counted as one piece. */
    int tokens() {
        if (counted < out.size()) {
            tokens += counter.count(out.slice(counted, out.size()));
            counted = out.size();
        }
        return tokens + gapTokens;
    }

    /** What stands here so far, without what its gaps will hold. */
    Slice written() {
        return out.slice();
    }

    /** The bytes of the finished text. */
    int bytes() {
        return out.size() + gapBytes;
    }

    /** A point to go back to. */
    record Mark(int size, int gaps, int counted, int tokens, int gapTokens, int gapBytes) {}

    Mark mark() {
        tokens();
        return new Mark(out.size(), gaps.size(), counted, tokens, gapTokens, gapBytes);
    }

    void backTo(Mark mark) {
        out.truncate(mark.size);
        gaps.subList(mark.gaps, gaps.size()).clear();
        counted = mark.counted;
        tokens = mark.tokens;
        gapTokens = mark.gapTokens;
        gapBytes = mark.gapBytes;
    }

    TokenCounter counter() {
        return counter;
    }

    /** The finished text. */
    byte[] finished(Function<PagePosition, String> cursors, Totals totals) {
        ByteSink whole = new ByteSink(out.size() + gapBytes);
        int from = 0;
        for (Gap gap : gaps) {
            whole.raw(out.slice(from, gap.at));
            from = gap.at;
            if (gap.seat != null) {
                whole.ascii(cursors.apply(gap.seat));
            } else {
                whole.number(gap.late == Late.USED ? totals.used : totals.remaining);
            }
        }
        return whole.raw(out.slice(from, out.size())).toByteArray();
    }
}
