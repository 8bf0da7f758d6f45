package dev.plimsoll.shape.style.form;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.List;

/**
 * The first answer of style {@code probe}: the beginning of the document, its size, and the continuation token that
 * reads it.
 */
public final class ProbeForm {

    static final String FORM = "probe";

    private static final int PREVIEW_CHARACTERS = 200;
    private static final List<String> MODES = List.of("summary", "paginated", "filtered", "full");

    private final ShapeTask shapeTask;
    private final Document document;
    private final long size;

    /**
     * Creates the form.
     *
     * @param size bytes of the complete document
     */
    public ProbeForm(ShapeTask shapeTask, Document document, long size) {
        this.shapeTask = shapeTask;
        this.document = document;
        this.size = size;
    }

    /** Returns the answer with as much of a preview as fits the budget. */
    public ShapedText shape() {
        for (int characters = PREVIEW_CHARACTERS; characters > 0; characters /= 2) {
            ShapedText shapedText = writeAnswer(characters);
            if (shapeTask.allows(shapedText)) {
                return shapedText;
            }
        }
        throw new BudgetTooSmallException(shapeTask.pageBudget());
    }

    private ShapedText writeAnswer(int characters) {
        PagePosition token = shapeTask.startOfTarget();
        Slice bytes = document.bytes();
        AnswerDraft answerDraft = shapeTask.draft().ascii("{").member("preview");
        answerDraft.string(bytes.sub(0, FoldWriter.prefixLength(bytes, characters)));
        answerDraft.member("total_size").number(size);
        answerDraft
                .member("available_modes")
                .strings(MODES)
                .member("continuation_token")
                .cursorString(token);
        shapeTask.facts().more().writeMember(answerDraft, shapeTask.budget().tokens());
        answerDraft.ascii("}");
        AnswerHeader answerHeader = new AnswerHeader(false, FORM).notice(Notices.probe(shapeTask.facts()));
        answerHeader.flag("hasMore", true).cursor("nextCursor", token).costs(shapeTask);
        return new ShapedText(null, answerDraft, true, answerHeader, OutcomeKind.PROBED, false, null, null);
    }
}
