package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.outline.StatisticsWriter.Level;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;

/** Writes the outline of a part, counted over all of it, with as much detail as fits one answer. */
public final class OutlineShaper {

    private record Pieces(List<OutlinePiece> list) {}

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;

    public OutlineShaper(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
    }

    public ShapedText outline() {
        List<OutlinePiece> pieces = indexedResult
                .outline(shapeTask.target(), Pieces.class, () -> new Pieces(pieces()))
                .list();
        Budget budget = shapeTask.pageBudget();
        for (boolean tight : new boolean[] {false, true}) {
            for (Level level : Level.RICH_TO_POOR) {
                ShapedText shapedText = written(pieces, level, tight);
                if (budget.allows(shapedText.tokens(), shapedText.bytes())) {
                    return shapedText;
                }
            }
        }
        throw new BudgetTooSmallException(budget);
    }

    private List<OutlinePiece> pieces() {
        DocumentPart documentPart = shapeTask.target();
        if (documentPart.json() && indexedResult.isBinary()) {
            return List.of(OutlinePiece.of(indexedResult.result().blocks().get(0)));
        }
        if (!indexedResult.isBlocks(documentPart, shapeTask.view().part())) {
            return List.of(OutlinePiece.of(documentPart, indexedResult));
        }
        List<OutlinePiece> pieces = new ArrayList<>();
        List<ContentBlock> parts = indexedResult.result().blocks();
        for (int i = 0; i < parts.size(); i++) {
            boolean binary = parts.get(i).isBinary();
            Slice value = indexedResult.list(documentPart.bytes()).item(i);
            pieces.add(
                    binary
                            ? OutlinePiece.of(parts.get(i))
                            : OutlinePiece.of(
                                    DocumentPart.of(
                                            value, documentPart.pointer().child(i)),
                                    indexedResult));
        }
        return pieces;
    }

    private ShapedText written(List<OutlinePiece> pieces, Level level, boolean tight) {
        AnswerHeader answerHeader = header(tight);
        AnswerDraft main = shapeTask.draft().ascii("{");
        answerHeader.writeTo(main);
        main.ascii(",\"outline\":");
        Budget available = shapeTask.pageBudget();
        if (pieces.size() == 1) {
            pieces.get(0).writeTo(main, level, available, 1);
        } else {
            blocks(pieces, level, main, available);
        }
        return new ShapedText(null, main.ascii("}"), true, answerHeader, OutcomeKind.SUMMARIZED, false, null, null);
    }

    private static void blocks(List<OutlinePiece> pieces, Level level, AnswerDraft main, Budget available) {
        int shown = Math.min(pieces.size(), level.fields());
        main.ascii("{\"type\":\"blocks\",\"items\":").number(pieces.size()).ascii(",\"blocks\":[");
        for (int i = 0; i < shown && main.bytes() <= available.bytes(); i++) {
            pieces.get(i).writeTo(main.ascii(i == 0 ? "" : ","), level, available, shown - i);
        }
        main.ascii("]}");
    }

    private AnswerHeader header(boolean tight) {
        AnswerHeader answerHeader = new AnswerHeader(tight);
        answerHeader.notice(Notices.outline(shapeTask.facts()));
        String path = shapeTask.target().path();
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        answerHeader
                .flag("hasMore", true)
                .cursor("nextCursor", shapeTask.startOfTarget())
                .costs(shapeTask);
        return answerHeader;
    }
}
