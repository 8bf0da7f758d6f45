package dev.plimsoll.shape.result;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.PageCutter;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.LiveItems;
import dev.plimsoll.shape.item.find.FoundItems;
import dev.plimsoll.shape.item.find.RankedItems;
import dev.plimsoll.shape.literal.ElicitationForm;
import dev.plimsoll.shape.notice.LiveItemKind;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.outline.HeaderOutline;
import dev.plimsoll.shape.outline.OutlineShaper;
import dev.plimsoll.shape.outline.SampleQueries;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.page.PageShaper;
import dev.plimsoll.shape.page.ResultFrame;
import dev.plimsoll.shape.style.Style;
import dev.plimsoll.shape.style.StyleInput;
import dev.plimsoll.shape.summary.SummaryShaper;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Selection of the form of an answer by the target and the requested view. All pages of a view have the same form. */
final class FormSelector {

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final boolean isBlockList;
    private final Style style;
    private final StyleInput input;

    FormSelector(StyleInput input, Style style) {
        this.shapeTask = input.task();
        this.indexedResult = input.result();
        this.isBlockList = input.isBlockList();
        this.style = style;
        this.input = input;
    }

    /** Returns the page at the position of the task; up to {@code pages} pages in one answer if they fit. */
    ShapedText shape(int pages) {
        DocumentPart documentPart = shapeTask.target();
        // only follow-up reads are refused if requested fields are missing
        boolean isSingle = indexedResult.result().structured() != null
                || indexedResult.result().blocks().size() == 1;
        if (isSingle
                && !shapeTask.isFirstAnswer()
                && !shapeTask.view().fields().isEmpty()
                && indexedResult.lazyRows(documentPart) == null) {
            boolean isObject = documentPart.isOfType(JsonType.OBJECT);
            NotFoundMessage.requireFields(
                    shapeTask.view().fields(),
                    documentPart,
                    isObject ? indexedResult.findDominantValue(documentPart) : null);
        }
        ShapedText fixedForm = fixedForm();
        if (fixedForm != null) {
            return fixedForm;
        }
        PageCutter pageCutter = cutter();
        if (pageCutter == null) {
            return shapeSummary();
        }
        return pages == 1 ? pageCutter.page() : pageCutter.pages(pages);
    }

    /** Returns the outputs of the view's query; the target if the view has no query. */
    Document document() {
        DocumentPart documentPart = shapeTask.target();
        return shapeTask.view().mode() == Mode.QUERY
                ? new QueryShaper(shapeTask, indexedResult).document()
                : new Document(documentPart.bytes(), documentPart.isJson());
    }

    /** Returns the form that the client can show to its user; null if there is none. */
    @Nullable ElicitationForm findElicitationForm() {
        return style.elicitationForm(input);
    }

    /** Returns the arguments of a call that reads more of the target than the next page, as a notice shows them. */
    String advice() {
        PageCutter pageCutter = fixedForm() == null ? cutter() : null;
        return pageCutter == null ? NextCalls.OUTLINE_ARGUMENT : pageCutter.advice();
    }

    /** Builds the index for ranked searches of the target. */
    void indexPassages() {
        RankedItems.buildIndex(shapeTask, indexedResult);
    }

    /** Returns the start of another page of this view; -1 if there is no such page. */
    int startOf(int page) {
        PageCutter pageCutter = fixedForm() == null ? cutter() : null;
        if (pageCutter == null) {
            return page == 1 ? 0 : -1;
        }
        return pageCutter.startOf(page);
    }

    /** Returns an answer that has no further pages; null if the target must be cut into pages. */
    private @Nullable ShapedText fixedForm() {
        ShapedText unchanged = isCompleteText() ? shapeComplete() : null;
        ShapedText firstAnswer = unchanged == null ? style.firstAnswer(input) : unchanged;
        if (firstAnswer != null) {
            return firstAnswer;
        }
        Mode mode = shapeTask.view().mode();
        DocumentPart documentPart = shapeTask.target();
        if (mode == Mode.OUTLINE) {
            return new OutlineShaper(shapeTask, indexedResult).outline();
        }
        boolean isLive = indexedResult.lazyRows(documentPart) != null;
        if (mode == Mode.QUERY
                && !isLive
                && !shapeTask.isFirstAnswer()
                && !shapeTask.isSchemaBound()
                && shapeTask.position().isFirstPage()) {
            return new QueryShaper(shapeTask, indexedResult).shapeWhole();
        }
        if (mode == Mode.FIND && shapeTask.view().pageSize() == 0) {
            return new MatchCount(shapeTask, this::foundItems).shape(indexedResult.lazyRows(documentPart));
        }
        if (mode == Mode.SUMMARY && documentPart.isJson()) {
            return shapeSummary();
        }
        if (!shapeTask.position().isFirstPage() || mode.hasDerivedContent()) {
            return null;
        }
        boolean canBeComplete = mode == Mode.AUTO
                || mode == Mode.FULL
                || !shapeTask.view().fields().isEmpty();
        ShapedText completeText = canBeComplete && !isLive ? shapeComplete() : null;
        if (isLive || completeText != null || mode != Mode.AUTO || !documentPart.isJson() || isBlockList) {
            return completeText;
        }
        return style.fallback(input);
    }

    /**
     * Returns whether the view selects a whole text with data, which passes unchanged if it fits. Returns false if the
     * style describes documents.
     */
    private boolean isCompleteText() {
        boolean isDefaultMode = shapeTask.view().mode() == Mode.AUTO
                && shapeTask.view().fields().isEmpty();
        return shapeTask.target().records() != null
                && isDefaultMode
                && shapeTask.position().isFirstPage()
                && !style.hasDescription();
    }

    /** Returns the target itself, or its projection if it is one object; null if it does not fit. */
    private @Nullable ShapedText shapeComplete() {
        boolean isProjected = !shapeTask.view().fields().isEmpty();
        DocumentPart documentPart =
                isProjected ? shapeTask.target() : shapeTask.target().original();
        boolean isWhole =
                documentPart.pointer().tokens().isEmpty() && shapeTask.view().mode() != Mode.FULL;
        if (isBlockList || (isProjected && !projectsObject(documentPart)) || (isWhole && isCollected())) {
            return null;
        }
        if (!isProjected && (shapeTask.view().mode() == Mode.FILTERED || exceedsLimits(documentPart))) {
            return null;
        }
        Budget budget = shapeTask.view().mode() == Mode.FULL ? fullBudget() : shapeTask.pageBudget();
        // the complete result keeps its bytes; a part is copied like an item of a page
        boolean isDocument = shapeTask.view().blockIndex() == View.DOCUMENT
                && documentPart.pointer().tokens().isEmpty();
        boolean hasOriginalBytes = isDocument || !documentPart.isJson();
        int length = documentPart.bytes().length();
        if (!isProjected
                && (hasOriginalBytes ? length > budget.bytes() : Json.exceeds(documentPart.bytes(), budget.bytes()))) {
            return null;
        }
        boolean isPart = isProjected
                || !documentPart.pointer().tokens().isEmpty()
                || shapeTask.view().blockIndex() != View.DOCUMENT;
        boolean hasHeader = isPart && (shapeTask.isSchemaBound() || hasRemark(documentPart));
        AnswerDraft answerDraft = shapeTask.draft();
        if (hasHeader) {
            AnswerHeader answerHeader = new AnswerHeader(false).notice(Notices.part(shapeTask.facts()));
            answerHeader.upstream(shapeTask.facts()).writeTo(answerDraft.ascii("{"));
            answerDraft.member("value");
        }
        if (isProjected) {
            Projection.of(shapeTask.view().fields()).write(documentPart.bytes(), answerDraft);
        } else if (hasHeader && !documentPart.isJson()) {
            answerDraft.string(documentPart.bytes());
        } else if (hasOriginalBytes) {
            answerDraft.raw(documentPart.bytes());
        } else {
            answerDraft.json(documentPart.bytes());
        }
        answerDraft.ascii(hasHeader ? "}" : "");
        boolean isWithinBudget = answerDraft.bytes() <= budget.bytes() && answerDraft.tokens() <= budget.tokens();
        // SUMMARIZED, because the answer to a call has this complete target, but not the other blocks
        return isWithinBudget
                ? new ShapedText(
                        null,
                        answerDraft,
                        hasHeader || documentPart.isOfType(JsonType.OBJECT),
                        null,
                        OutcomeKind.SUMMARIZED,
                        !isProjected,
                        null,
                        null)
                : null;
    }

    /** Returns whether fields select members of the object itself, not of the items of its list. */
    private boolean projectsObject(DocumentPart documentPart) {
        DominantValue dominantValue =
                documentPart.isOfType(JsonType.OBJECT) ? indexedResult.findDominantValue(documentPart) : null;
        return documentPart.isOfType(JsonType.OBJECT) && (dominantValue == null || !dominantValue.isArray());
    }

    /** Returns whether the answer must say from which pages the result was joined, so that it has a header. */
    private boolean isCollected() {
        return shapeTask.facts().context().collectInfo().pages() != null;
    }

    /** Returns whether a part needs a header: its source changed, or more of its list is upstream. */
    private boolean hasRemark(DocumentPart part) {
        return shapeTask.facts().context().hasChangedSource()
                || isCollected()
                || shapeTask.facts().more().affects(part.pointer().tokens());
    }

    private Budget fullBudget() {
        int maxTokens =
                Math.max(shapeTask.view().budget().tokens(), shapeTask.policy().get(Policy.FULL_BUDGET_THRESHOLD));
        Budget fullBudget = shapeTask.policy().budgetOf(maxTokens);
        boolean isCountedTwice =
                shapeTask.budget().tokens() < shapeTask.view().budget().tokens();
        return isCountedTwice ? fullBudget.dividedBy(2) : fullBudget;
    }

    /** Returns whether the part exceeds a limit of count or length, so that it is cut even if it fits the budget. */
    private boolean exceedsLimits(DocumentPart documentPart) {
        Policy policy = shapeTask.policy();
        if (shapeTask.view().mode() == Mode.FULL) {
            return false;
        }
        if (shapeTask.target().records() != null) {
            boolean hasPageSize = shapeTask.view().pageSize() != policy.get(Policy.DEFAULT_PAGE_SIZE);
            return exceedsTextBytes(documentPart) || (hasPageSize && exceedsPageSize(shapeTask.target()));
        }
        if (!shapeTask.view().path().isEmpty()) {
            return exceedsPageSize(documentPart);
        }
        if (style.forces(input)) {
            return true;
        }
        Integer chunkSize = policy.find(Policy.CHUNK_SIZE);
        if (!documentPart.isJson()) {
            return exceedsTextBytes(documentPart)
                    || (chunkSize != null && shapeTask.counter().exceeds(documentPart.bytes(), chunkSize));
        }
        Integer summaryThreshold = policy.find(Policy.SUMMARY_THRESHOLD);
        if (summaryThreshold != null
                && documentPart.isOfType(JsonType.OBJECT)
                && shapeTask.counter().exceeds(documentPart.bytes(), summaryThreshold)) {
            return true;
        }
        return exceedsPageSize(documentPart);
    }

    private boolean exceedsTextBytes(DocumentPart documentPart) {
        return documentPart.bytes().length() > shapeTask.traits().maxTextBytes();
    }

    private boolean exceedsPageSize(DocumentPart documentPart) {
        return documentPart.isJson()
                && shapeTask.policy().get(Policy.PAGE_BY_COUNT)
                && ResultMeter.items(new Document(documentPart.bytes(), true))
                        > shapeTask.view().pageSize();
    }

    /** Returns the cutter for pages or chunks; null if a summary is needed. */
    private @Nullable PageCutter cutter() {
        Mode mode = shapeTask.view().mode();
        DocumentPart documentPart = shapeTask.target();
        LazyRows lazyRows = mode.hasDerivedContent() ? indexedResult.lazyRows(documentPart) : null;
        if (lazyRows != null) {
            return sourceCutter(lazyRows);
        }
        if (mode == Mode.QUERY) {
            return new QueryShaper(shapeTask, indexedResult).cutter();
        }
        if (mode == Mode.FIND) {
            PageFrame pageFrame = PageFrame.ofName("matches", documentPart.pointer());
            return new PageShaper(shapeTask, foundItems(), pageFrame, indexedResult);
        }
        if (mode == Mode.SEARCH) {
            PageFrame pageFrame = PageFrame.ofName("matches", documentPart.pointer());
            return new PageShaper(shapeTask, RankedItems.of(shapeTask, indexedResult), pageFrame, indexedResult);
        }
        return style.pages(input);
    }

    private FoundItems foundItems() {
        boolean hasLines = shapeTask.view().hasLines();
        ShapeTask searchTask = hasLines ? shapeTask.withTarget(input.lineText()) : shapeTask;
        return FoundItems.of(searchTask, indexedResult);
    }

    /** Returns pages of items that the source selected. The caller has checked that the source can select them. */
    private PageCutter sourceCutter(LazyRows lazyRows) {
        LazyRows.Selection selection =
                lazyRows.select(shapeTask.view().mode(), shapeTask.view().searchText());
        if (selection == null) {
            throw new IllegalStateException("the source cannot search or query");
        }
        if (shapeTask.view().mode() == Mode.QUERY) {
            PageFrame pageFrame = new ResultFrame(
                    shapeTask.target().pointer(), selection.isArray() ? "[" : "", selection.isArray() ? "]" : "");
            return input.page(new LiveItems(selection.rows(), LiveItemKind.RESULTS, null), pageFrame);
        }
        Projection projection = shapeTask.view().fields().isEmpty()
                ? null
                : Projection.of(shapeTask.view().fields());
        PageFrame pageFrame = PageFrame.ofName("matches", shapeTask.target().pointer());
        return input.page(new LiveItems(selection.rows(), LiveItemKind.MATCHES, projection), pageFrame);
    }

    private String mapQuery(JsonPointer object) {
        List<String> queries = SampleQueries.ofMap(object, shapeTask.target(), indexedResult);
        return queries.isEmpty() ? "" : queries.get(0);
    }

    private ShapedText shapeSummary() {
        AnswerDraft outline =
                shapeTask.isFirstAnswer() && !isBlockList ? HeaderOutline.ofObject(indexedResult, shapeTask) : null;
        // an object that has no outline is too small to be counted for a query
        ShapedText summary =
                new SummaryShaper(shapeTask, outline, object -> outline == null ? "" : mapQuery(object)).summary();
        if (summary == null) {
            throw new BudgetTooSmallException(shapeTask.pageBudget());
        }
        return summary;
    }
}
