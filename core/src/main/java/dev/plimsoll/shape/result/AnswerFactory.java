package dev.plimsoll.shape.result;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.section.SectionFinder;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ResourceLinks;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.SurroundingBlocks;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.find.RankedItems;
import dev.plimsoll.shape.literal.ElicitationForm;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.style.Style;
import dev.plimsoll.shape.style.StyleInput;
import dev.plimsoll.shape.text.HeadTail;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Factory of the answer to a request, within its budget. Entry point of this package. */
public final class AnswerFactory {

    private final ShapeRequest shapeRequest;
    private final View view;
    private final Style style;
    private final IndexedResult indexedResult;
    private final Estimator estimator;
    private final TokenCounter counter;

    private AnswerFactory(ShapeRequest shapeRequest) {
        this.shapeRequest = shapeRequest;
        this.view = shapeRequest.view();
        this.style = shapeRequest.style();
        this.indexedResult = shapeRequest.content();
        this.estimator = view.policy().get(Policy.ESTIMATOR);
        this.counter = estimator.answerCounter();
    }

    /**
     * Returns the answer to a request.
     *
     * @throws RefusedException if the request names something that does not exist
     * @throws BudgetTooSmallException if not even a header fits
     */
    public static ShapedResult create(ShapeRequest shapeRequest) {
        boolean isLook =
                shapeRequest.view().lookTokens() > 0 && shapeRequest.position().isFirstPage();
        if (isLook && isTextRequired(shapeRequest)) {
            return new AnswerFactory(shapeRequest.withoutLook()).createAnswer();
        }
        try {
            ShapedResult answer = new AnswerFactory(shapeRequest).createAnswer();
            return isLook && !answer.matchesSchema() ? findMatching(shapeRequest.withoutLook(), answer) : answer;
        } catch (BudgetTooSmallException tooSmall) {
            if (!isLook) {
                throw tooSmall;
            }
            // not even a header fits the look
            return new AnswerFactory(shapeRequest.withoutLook()).createAnswer();
        }
    }

    /** Returns the answer with the whole budget if it fits, and matches the schema of its tool; otherwise, the look. */
    private static ShapedResult findMatching(ShapeRequest withoutLook, ShapedResult look) {
        try {
            ShapedResult answer = new AnswerFactory(withoutLook).createAnswer();
            return answer.matchesSchema() ? answer : look;
        } catch (BudgetTooSmallException tooSmall) {
            return look;
        }
    }

    /** Returns whether a schema requires the text of whole records. A look is too short for this text. */
    private static boolean isTextRequired(ShapeRequest shapeRequest) {
        return shapeRequest.isSchemaBound()
                && shapeRequest.view().policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE
                && shapeRequest.content().records(View.DOCUMENT) != null;
    }

    /** Returns the form that the client can show to its user before the view is answered; null if there is none. */
    public static @Nullable ElicitationForm findElicitationForm(ShapeRequest shapeRequest) {
        return new AnswerFactory(shapeRequest).selectForm().formSelector.findElicitationForm();
    }

    /** Checks the search pattern or query of a view before a result exists, and refuses an invalid one. */
    public static void check(View view) {
        if (view.mode() == Mode.FIND) {
            SearchPattern.parse(
                    view.searchText(), SearchDeadline.of(view.policy().get(Policy.QUERY_TIME_MS), System::nanoTime));
        } else if (view.mode() == Mode.SEARCH) {
            RankedItems.parseQuestion(view.searchText());
        } else if (view.mode() == Mode.QUERY) {
            QueryShaper.parse(view.searchText());
        }
    }

    /**
     * Returns the first sentence of the answer to a call that is repeated too often. It names a call that
     * gets more of the result.
     */
    public static String repeatAdvice(ShapeRequest shapeRequest) {
        String advice = shapeRequest.content().result().isError()
                ? ""
                : new AnswerFactory(shapeRequest).selectForm().formSelector.advice();
        return Notices.betterCall(shapeRequest.facts(), true, advice);
    }

    /**
     * Returns the whole document that a view reads, without regard to a budget. The mode must be the query mode or
     * the default.
     */
    public static Document document(ShapeRequest shapeRequest) {
        return new AnswerFactory(shapeRequest).selectForm().formSelector.document();
    }

    /** Builds the index for ranked searches of the part that the request's view selects. */
    public static void indexPassages(ShapeRequest shapeRequest) {
        new AnswerFactory(shapeRequest).selectForm().formSelector.indexPassages();
    }

    /** Returns the start of a page of the request's view, counted from 1; -1 if there is no such page. */
    public static int startOf(ShapeRequest shapeRequest, int page) {
        return new AnswerFactory(shapeRequest).selectForm().formSelector.startOf(page);
    }

    /**
     * The form selector, the index of the block that the shaped text replaces ({@link ShapedResult#NO_BLOCK}
     * for none), and the layout of the blocks around it; null if these are not shown.
     */
    private record SelectedForm(
            FormSelector formSelector,
            int replacedBlock,
            @Nullable BlockLayout layout) {}

    private ShapedResult createAnswer() {
        if (indexedResult.result().isError()
                && view.mode() == Mode.AUTO
                && view.path().isEmpty()) {
            return shapeError();
        }
        if (view.blockIndex() >= 0
                && indexedResult.result().blocks().get(view.blockIndex()).isBinary()) {
            return shapeBinary(view.blockIndex());
        }
        SurroundingBlocks linkedBlocks = shapeRequest.isFirstAnswer()
                        && isDefaultView()
                        && !isDescribed()
                        && !indexedResult.result().isError()
                ? BinaryLinks.arrangeIfNeeded(shapeRequest, counter)
                : null;
        if (linkedBlocks != null) {
            return shapeLinked(linkedBlocks);
        }
        if (isDefaultView() && indexedResult.isBinary()) {
            return requireWithinBudget(shapeBinary(0));
        }
        SelectedForm selectedForm = selectForm();
        ShapedText shapedText = selectedForm.formSelector.shape(shapeRequest.pages());
        BlockLayout blockLayout = shapeRequest.position().isFirstPage() ? selectedForm.layout : null;
        return requireWithinBudget(new ShapedResult(
                shapeRequest,
                shapedText,
                selectedForm.replacedBlock,
                blockLayout == null ? null : blockLayout.blocks(),
                countCopies()));
    }

    /**
     * Refuses an answer that exceeds the budget, because the steps before may have used estimates. Only mode full is
     * exempt.
     */
    private ShapedResult requireWithinBudget(ShapedResult shapedResult) {
        if (view.mode() != Mode.FULL && !view.budget().allows(shapedResult.tokens(), shapedResult.bytes())) {
            throw new BudgetTooSmallException(view.budget());
        }
        return shapedResult;
    }

    private ShapedResult shapeError() {
        ShapeTask shapeTask = createTask(DocumentPart.of(indexedResult.original()), view.firstBudget());
        return new ShapedResult(
                shapeRequest, new HeadTail(shapeTask, joinErrorText()).shape(), ShapedResult.NO_BLOCK, null, 1);
    }

    /** Returns the text of an error. The texts of several blocks are joined with line feeds. */
    private Slice joinErrorText() {
        List<ContentBlock> blocks = indexedResult.result().blocks();
        if (indexedResult.result().structured() != null || blocks.size() < 2) {
            return indexedResult.original().bytes();
        }
        ByteSink text = new ByteSink();
        for (int i = 0; i < blocks.size(); i++) {
            text.ascii(i == 0 ? "" : "\n");
            text.raw(
                    blocks.get(i).text() == null
                            ? blocks.get(i).raw()
                            : indexedResult.text(i).bytes());
        }
        return text.slice();
    }

    private boolean isDefaultView() {
        return view.mode() == Mode.AUTO
                && view.blockIndex() == View.DOCUMENT
                && view.path().isEmpty()
                && view.fields().isEmpty();
    }

    /** Returns all blocks in their order, with links in place of the large binary ones. */
    private ShapedResult shapeLinked(SurroundingBlocks linkedBlocks) {
        Slice structured = indexedResult.result().structured();
        AnswerDraft structuredDraft = new AnswerDraft(counter, false, SlimMode.isShapedSlim(view.policy()));
        structuredDraft = structured == null
                ? structuredDraft
                : structuredDraft.json(structured).addTokens(-counter.count(structured));
        ShapedText shapedText = new ShapedText(
                null, structuredDraft, structured != null, null, OutcomeKind.SUMMARIZED, false, null, null);
        return new ShapedResult(shapeRequest, shapedText, ShapedResult.NOT_IN_BLOCK, linkedBlocks, 1);
    }

    /** Returns an image, audio, or blob unchanged. It is never cut, even if it exceeds the budget. */
    private ShapedResult shapeBinary(int index) {
        ContentBlock contentBlock = indexedResult.result().blocks().get(index);
        if (Boolean.TRUE.equals(view.policy().find(Policy.IMAGES_AS_TEXT)) && exceedsAsText(contentBlock)) {
            return describeMedia(contentBlock);
        }
        AnswerDraft binaryDraft = new AnswerDraft(counter).addTokens(ResultMeter.tokens(contentBlock, counter));
        ShapedText shapedText = new ShapedText(null, binaryDraft, false, null, OutcomeKind.READ, true, null, null);
        return new ShapedResult(shapeRequest, shapedText, index, null, 1);
    }

    private boolean exceedsAsText(ContentBlock contentBlock) {
        Slice base64 = contentBlock.base64();
        return base64 != null && counter.exceeds(base64, view.policy().get(Policy.FULL_BUDGET_THRESHOLD));
    }

    /** Returns a sentence in place of an image that the client would give to its model as base64. */
    private ShapedResult describeMedia(ContentBlock contentBlock) {
        AnswerDraft sentenceDraft = new AnswerDraft(counter).raw(Slice.of(ResourceLinks.notSentAsText(contentBlock)));
        ShapedText shapedText = new ShapedText(null, sentenceDraft, false, null, OutcomeKind.READ, true, null, null);
        return new ShapedResult(shapeRequest, shapedText, ShapedResult.NO_BLOCK, null, 1);
    }

    /**
     * Returns whether the answer is a description of the document. A result with only binary blocks is not described.
     */
    private boolean isDescribed() {
        return style.hasDescription()
                && !indexedResult.result().blocks().stream().allMatch(ContentBlock::isBinary);
    }

    private SelectedForm selectForm() {
        List<ContentBlock> blocks = indexedResult.result().blocks();
        boolean hasStructured = indexedResult.result().structured() != null;
        if (view.blockIndex() >= 0) {
            DocumentPart part = SectionFinder.isSection(view.path())
                    ? findSection()
                    : requireFound(indexedResult.target(parsePath(), view));
            return selectPart(part, view.blockIndex(), null, false);
        }
        boolean isOnlyBlock =
                blocks.size() == 1 && !(indexedResult.isBinary() && view.mode().hasDerivedContent());
        int replacedBlock = hasStructured ? indexedResult.firstCopy() : isOnlyBlock ? 0 : ShapedResult.NO_BLOCK;
        if (SectionFinder.isSection(view.path())) {
            return selectPart(findSection(), replacedBlock, null, false);
        }
        boolean isWholeDocument = view.path().isEmpty() && view.fields().isEmpty();
        boolean isDefault = isDefaultView();
        boolean isBlockList = blocks.size() > 1 && (view.blockIndex() == View.BLOCKS || !hasStructured);
        int dominantBlock =
                isDefault && isBlockList && !isDescribed() ? findDominantBlock(blocks) : ShapedResult.NO_BLOCK;
        if (dominantBlock >= 0) {
            return selectPart(indexedResult.block(dominantBlock), dominantBlock, layoutAround(dominantBlock), false);
        }
        if (isBlockList && isWholeDocument && view.mode() != Mode.LINES) {
            return selectPart(blockListPart(), ShapedResult.NO_BLOCK, null, true);
        }
        BlockLayout blockLayout = isDefault && hasStructured ? layoutAround(ShapedResult.NO_BLOCK) : null;
        JsonPointer pointer = parsePath();
        boolean isInBlockList = view.blockIndex() == View.BLOCKS && hasStructured;
        DocumentPart documentPart =
                isInBlockList ? DocumentPart.at(indexedResult.blocks(), pointer) : indexedResult.target(pointer, view);
        return selectPart(requireFound(documentPart), replacedBlock, blockLayout, false);
    }

    /** Returns the section that the path names; for a query, the data in it, if there is any. */
    private DocumentPart findSection() {
        DocumentPart section = indexedResult.sections().find(view);
        DocumentPart data = view.mode() == Mode.QUERY ? indexedResult.sections().data(section) : null;
        return data == null ? section : data;
    }

    private SelectedForm selectPart(
            DocumentPart documentPart, int replacedBlock, @Nullable BlockLayout blockLayout, boolean isBlockList) {
        Budget firstBudget = blockLayout == null ? view.firstBudget() : blockLayout.mainBudget();
        return new SelectedForm(
                new FormSelector(
                        new StyleInput(createTask(documentPart, firstBudget), indexedResult, isBlockList), style),
                replacedBlock,
                blockLayout);
    }

    private BlockLayout layoutAround(int mainBlock) {
        return BlockLayout.around(indexedResult, mainBlock, shapeRequest.facts(), view, shapeRequest.client(), counter);
    }

    /** Returns all content blocks as one list. */
    private DocumentPart blockListPart() {
        return DocumentPart.of(indexedResult.blocks());
    }

    private DocumentPart requireFound(@Nullable DocumentPart documentPart) {
        if (documentPart == null) {
            throw NotFoundMessage.forPath(indexedResult, view.blockIndex(), parsePath());
        }
        return documentPart;
    }

    private JsonPointer parsePath() {
        try {
            return JsonPointer.parse(view.path());
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST, "path: " + e.getMessage(), "a JSON Pointer such as /items/0")
                    .detail("argument", "path");
        }
    }

    private int findDominantBlock(List<ContentBlock> blocks) {
        TokenCounter quickCounter = estimator == Estimator.BPE ? counter : estimator.fastCounter();
        long totalTokens = 0;
        int largestIndex = -1;
        int maxTokens = -1;
        for (int i = 0; i < blocks.size(); i++) {
            ContentBlock contentBlock = blocks.get(i);
            int tokens = contentBlock.isIndivisible() ? 0 : ResultMeter.tokens(contentBlock, quickCounter);
            totalTokens += tokens;
            if (contentBlock.hasText() && !contentBlock.isIndivisible() && tokens > maxTokens) {
                largestIndex = i;
                maxTokens = tokens;
            }
        }
        return maxTokens * 2L > totalTokens ? largestIndex : ShapedResult.NO_BLOCK;
    }

    /** Returns the number of copies of the main text that are sent and counted. */
    private int countCopies() {
        boolean isSumOfCopies = view.policy().get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return isSumOfCopies && ShapedResult.canHaveStructured(shapeRequest) ? 2 : 1;
    }

    private ShapeTask createTask(DocumentPart documentPart, Budget firstBudget) {
        int copies = countCopies();
        TextRecords data = documentPart.records();
        return new ShapeTask(
                shapeRequest
                        .facts()
                        .withDataPhrase(data == null ? indexedResult.unreadablePhrase() : indexedResult.phrase(data)),
                documentPart,
                view,
                shapeRequest.position(),
                firstBudget.dividedBy(copies),
                view.budget().dividedBy(copies),
                counter,
                estimator.sizeCounter(),
                shapeRequest.isSchemaBound(),
                shapeRequest.traits());
    }
}
