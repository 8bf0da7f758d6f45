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
import dev.plimsoll.shape.outline.statistics.StatisticsWriter.Level;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;

/** Writes the outline of a part, counted over all of it, with as much detail as fits one answer. */
public final class OutlineShaper {

    /** Maximum number of blocks in an outline. */
    private static final int MAX_BLOCKS = Level.RICH_TO_POOR.get(0).fields();

    /**
     * Outlines of the parts of a result.
     *
     * @param first the outlines of the first parts, as many as an outline can show
     * @param count the number of all parts
     */
    private record Pieces(List<OutlinePiece> first, int count) {}

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;

    public OutlineShaper(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
    }

    public ShapedText outline() {
        Pieces pieces = indexedResult.getOrCompute(shapeTask.target(), Pieces.class, this::pieces);
        Budget budget = shapeTask.pageBudget();
        for (boolean isTight : new boolean[] {false, true}) {
            for (Level level : Level.RICH_TO_POOR) {
                ShapedText shapedText = written(pieces, level, isTight);
                if (budget.allows(shapedText.tokens(), shapedText.bytes())) {
                    return shapedText;
                }
            }
        }
        throw new BudgetTooSmallException(budget);
    }

    private Pieces pieces() {
        DocumentPart documentPart = shapeTask.target();
        if (documentPart.json() && indexedResult.isBinary()) {
            return only(OutlinePiece.of(indexedResult.result().blocks().get(0)));
        }
        if (!indexedResult.isBlocks(documentPart, shapeTask.view().part())) {
            return only(OutlinePiece.of(documentPart, indexedResult));
        }
        List<OutlinePiece> pieces = new ArrayList<>();
        List<ContentBlock> parts = indexedResult.result().blocks();
        for (int i = 0; i < Math.min(parts.size(), MAX_BLOCKS); i++) {
            boolean isBinary = parts.get(i).isBinary();
            Slice value = indexedResult.list(documentPart.bytes()).item(i);
            pieces.add(
                    isBinary
                            ? OutlinePiece.of(parts.get(i))
                            : OutlinePiece.of(
                                    DocumentPart.of(
                                            value, documentPart.pointer().child(i)),
                                    indexedResult));
        }
        return new Pieces(pieces, parts.size());
    }

    private static Pieces only(OutlinePiece piece) {
        return new Pieces(List.of(piece), 1);
    }

    private ShapedText written(Pieces pieces, Level level, boolean isTight) {
        AnswerHeader answerHeader = header(isTight);
        AnswerDraft main = shapeTask.draft().ascii("{");
        answerHeader.writeTo(main);
        main.member("outline");
        Budget available = shapeTask.pageBudget();
        if (pieces.count() == 1) {
            pieces.first().get(0).writeTo(main, level, available, 1);
        } else {
            writeBlocks(pieces, level, main, available);
        }
        return new ShapedText(null, main.ascii("}"), true, answerHeader, OutcomeKind.SUMMARIZED, false, null, null);
    }

    private static void writeBlocks(Pieces pieces, Level level, AnswerDraft main, Budget available) {
        int shown = Math.min(pieces.count(), level.fields());
        main.ascii("{")
                .member("type")
                .string("blocks")
                .member("items")
                .number(pieces.count())
                .member("blocks")
                .ascii("[");
        for (int i = 0; i < shown && main.bytes() <= available.bytes(); i++) {
            pieces.first().get(i).writeTo(main.ascii(i == 0 ? "" : ","), level, available, shown - i);
        }
        main.ascii("]}");
    }

    private AnswerHeader header(boolean isTight) {
        AnswerHeader answerHeader = new AnswerHeader(isTight);
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
