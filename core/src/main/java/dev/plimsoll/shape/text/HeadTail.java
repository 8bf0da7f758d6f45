package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.telemetry.OutcomeKind;

/** An error text cut in the middle, because the cause is usually at its beginning or its end. */
public final class HeadTail {

    /** Share of the beginning in the text that is shown. */
    private static final double HEAD_SHARE = 0.6;

    private final ShapeTask shapeTask;
    private final Slice text;

    public HeadTail(ShapeTask shapeTask, Slice text) {
        this.shapeTask = shapeTask;
        this.text = text;
    }

    public ShapedText shape() {
        PagePosition startOfText = shapeTask.startOfTarget();
        int totalCharacters = Utf8.codePoints(text);
        AnswerHeader answerHeader = new AnswerHeader(false);
        answerHeader.notice(Notices.error(shapeTask.facts(), totalCharacters, totalCharacters));
        answerHeader.flag("hasMore", true).cursor("nextCursor", startOfText).costs(shapeTask);
        AnswerDraft frame = write(startOfText, totalCharacters, text.sub(0, 0), text.sub(0, 0));
        Budget textBudget = shapeTask.pageBudget().minus(frame.tokens() + 4, frame.bytes());
        int bytes = Math.min(text.length(), textBudget.bytes());
        while (true) {
            int headEnd = Utf8.graphemeFloor(text, Math.max(1, (int) (bytes * HEAD_SHARE)));
            int tailStart = Utf8.floor(text, text.length() - (int) (bytes * (1 - HEAD_SHARE)));
            AnswerDraft answerDraft = write(
                    startOfText,
                    totalCharacters,
                    text.sub(0, Math.min(headEnd, tailStart)),
                    text.sub(tailStart, text.length()));
            if (shapeTask.pageBudget().allows(answerDraft.tokens(), answerDraft.bytes())) {
                return new ShapedText(null, answerDraft, false, answerHeader, OutcomeKind.CHUNKED, false, null, null);
            }
            if (bytes <= 16) {
                throw new BudgetTooSmallException(shapeTask.pageBudget());
            }
            bytes = (int)
                    Math.min(bytes * 0.9, (double) bytes * textBudget.tokens() / Math.max(1, answerDraft.tokens()));
        }
    }

    private AnswerDraft write(PagePosition startOfText, int totalCharacters, Slice head, Slice tail) {
        int omittedCharacters = totalCharacters - Utf8.codePoints(head) - Utf8.codePoints(tail);
        AnswerDraft answerDraft = shapeTask.draft();
        answerDraft.raw(Slice.of("[Error text of " + totalCharacters + " characters, head and tail shown. All of it: "
                + shapeTask.facts().readTool() + " with cursor "));
        answerDraft.cursorGap(startOfText).ascii("]\n").raw(head);
        answerDraft.raw(Slice.of("\n… [" + omittedCharacters + " characters left out] …\n"));
        return answerDraft.raw(tail);
    }
}
