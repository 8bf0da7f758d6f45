package dev.plimsoll.shape.item;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.TextExcerpt;

/** The lines before and after a line with a match. */
final class SurroundingLines {

    /** Maximum number of matches that are shown with surrounding lines; more matches need the tokens for themselves. */
    static final int MAX_MATCHES = 10;

    private static final int LINES = 2;
    private static final int MAX_LENGTH = 240;

    /** Maximum part of a page, as a divisor, for the lines around all matches. */
    private static final int SHARE = 3;

    private SurroundingLines() {}

    static boolean isSmall(AnswerDraft all, Budget budget) {
        return budget.dividedBy(SHARE).allows(all.tokens(), all.bytes());
    }

    /** Writes {@code ,"before":[…],"after":[…]} and omits a side without lines. */
    static void write(Slice text, LineIndex lines, int line, AnswerDraft answerDraft) {
        write("before", text, lines, Math.max(0, line - LINES), line, answerDraft);
        write("after", text, lines, line + 1, Math.min(lines.count(), line + 1 + LINES), answerDraft);
    }

    private static void write(String name, Slice text, LineIndex lines, int from, int to, AnswerDraft answerDraft) {
        for (int i = from; i < to; i++) {
            answerDraft.ascii(i > from ? "," : ",\"" + name + "\":[");
            Slice line = text.sub(lines.start(i), SearchPattern.lineEnd(text, lines, i));
            answerDraft.string(TextExcerpt.of(line, 0, MAX_LENGTH));
        }
        answerDraft.ascii(from < to ? "]" : "");
    }
}
