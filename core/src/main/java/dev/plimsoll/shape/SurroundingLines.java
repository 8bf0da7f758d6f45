package dev.plimsoll.shape;

import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;

/** The lines before and after one in which something was found. */
final class SurroundingLines {

    /** With more matches there are other lines to show. */
    static final int MOST_MATCHES = 10;

    private static final int LINES = 2;
    private static final int LONGEST = 240;

    /** Around all matches together they may take this part of a page. */
    private static final int SHARE = 3;

    private SurroundingLines() {}

    static boolean isSmall(AnswerDraft all, Budget budget) {
        return budget.share(SHARE).holds(all.tokens(), all.bytes());
    }

    /** {@code ,"before":[…],"after":[…]}, of which a side without lines is left out. */
    static void write(Slice text, LineIndex lines, int line, AnswerDraft answerDraft) {
        write("before", text, lines, Math.max(0, line - LINES), line, answerDraft);
        write("after", text, lines, line + 1, Math.min(lines.count(), line + 1 + LINES), answerDraft);
    }

    private static void write(String name, Slice text, LineIndex lines, int from, int to, AnswerDraft answerDraft) {
        for (int i = from; i < to; i++) {
            answerDraft.ascii(i > from ? "," : ",\"" + name + "\":[");
            Slice line = text.sub(lines.start(i), SearchPattern.endOf(text, lines, i));
            answerDraft.string(TextExcerpt.of(line, 0, LONGEST));
        }
        answerDraft.ascii(from < to ? "]" : "");
    }
}
