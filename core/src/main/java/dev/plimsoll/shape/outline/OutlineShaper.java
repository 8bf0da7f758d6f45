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

/** The outline of a part, counted over all of it, with as much detail as fits one answer. */
public final class OutlineShaper {

    /** Maximum number of blocks in an outline. */
    private static final int MAX_BLOCKS = Level.RICH_TO_POOR.get(0).fields();

    /**
     * Outlines of the blocks of a result, or the outline of its only part.
     *
     * @param first the outlines of the first blocks, as many as an outline can show
     * @param count the number of all blocks
     */
    private record BlockOutlines(List<BlockOutline> first, int count) {}

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;

    public OutlineShaper(ShapeTask shapeTask, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
    }

    public ShapedText outline() {
        BlockOutlines outlines =
                indexedResult.getOrCompute(shapeTask.target(), BlockOutlines.class, this::createOutlines);
        Budget budget = shapeTask.pageBudget();
        for (boolean isTight : new boolean[] {false, true}) {
            for (Level level : Level.RICH_TO_POOR) {
                ShapedText shapedText = writeLevel(outlines, level, isTight);
                if (budget.allows(shapedText.tokens(), shapedText.bytes())) {
                    return shapedText;
                }
            }
        }
        throw new BudgetTooSmallException(budget);
    }

    private BlockOutlines createOutlines() {
        DocumentPart documentPart = shapeTask.target();
        if (documentPart.isJson() && indexedResult.isBinary()) {
            return ofSingle(BlockOutline.of(indexedResult.result().blocks().get(0)));
        }
        if (!indexedResult.isListOfAllBlocks(documentPart, shapeTask.view().blockIndex())) {
            return ofSingle(BlockOutline.of(documentPart, indexedResult));
        }
        List<BlockOutline> outlines = new ArrayList<>();
        List<ContentBlock> blocks = indexedResult.result().blocks();
        for (int i = 0; i < Math.min(blocks.size(), MAX_BLOCKS); i++) {
            boolean isBinary = blocks.get(i).isBinary();
            Slice value = indexedResult.itemIndex(documentPart.bytes()).item(i);
            outlines.add(
                    isBinary
                            ? BlockOutline.of(blocks.get(i))
                            : BlockOutline.of(
                                    DocumentPart.of(
                                            value, documentPart.pointer().child(i)),
                                    indexedResult));
        }
        return new BlockOutlines(outlines, blocks.size());
    }

    private static BlockOutlines ofSingle(BlockOutline outline) {
        return new BlockOutlines(List.of(outline), 1);
    }

    private ShapedText writeLevel(BlockOutlines outlines, Level level, boolean isTight) {
        AnswerHeader answerHeader = createHeader(isTight);
        AnswerDraft answerDraft = shapeTask.draft().ascii("{");
        answerHeader.writeTo(answerDraft);
        answerDraft.member("outline");
        Budget available = shapeTask.pageBudget();
        if (outlines.count() == 1) {
            outlines.first().get(0).writeTo(answerDraft, level, available, 1);
        } else {
            writeBlocks(outlines, level, answerDraft, available);
        }
        return new ShapedText(
                null, answerDraft.ascii("}"), true, answerHeader, OutcomeKind.SUMMARIZED, false, null, null);
    }

    private static void writeBlocks(BlockOutlines outlines, Level level, AnswerDraft answerDraft, Budget available) {
        int shownBlocks = Math.min(outlines.count(), level.fields());
        answerDraft
                .ascii("{")
                .member("type")
                .string("blocks")
                .member("items")
                .number(outlines.count())
                .member("blocks")
                .ascii("[");
        for (int i = 0; i < shownBlocks && answerDraft.bytes() <= available.bytes(); i++) {
            outlines.first().get(i).writeTo(answerDraft.ascii(i == 0 ? "" : ","), level, available, shownBlocks - i);
        }
        answerDraft.ascii("]}");
    }

    private AnswerHeader createHeader(boolean isTight) {
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
