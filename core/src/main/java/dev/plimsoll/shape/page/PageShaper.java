package dev.plimsoll.shape.page;

import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.PageCutter;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.PageBounds;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.shape.outline.HeaderOutline;
import dev.plimsoll.shape.outline.SampleQueries;
import dev.plimsoll.shape.page.PageFiller.FilledPage;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.Position.CursorPage;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a sequence into pages of as many items as fit the budget, at most the page size, with large items folded. */
public final class PageShaper implements PageCutter {

    /** Maximum tokens of the name of the outline and the punctuation around it. */
    private static final int OUTLINE_NAME_TOKENS = 8;

    /** Maximum number of attempts to write a page as a table. Each attempt makes the columns from more items. */
    private static final int MAX_TABLE_ATTEMPTS = 3;

    private final ShapeTask shapeTask;
    private final ItemSequence itemSequence;
    private final PageFrame pageFrame;
    private final IndexedResult indexedResult;
    private final PageBounds.Starts starts;
    private final PageBounds.ItemBudgets itemBudgets;
    private final PageFiller filler;
    private final PageHeader pageHeader;
    private final boolean canUseTables;
    private boolean isOutlineComputed;
    private @Nullable String advice;
    private @Nullable AnswerDraft outline;

    public PageShaper(
            ShapeTask shapeTask, ItemSequence itemSequence, PageFrame pageFrame, IndexedResult indexedResult) {
        this(shapeTask, itemSequence, pageFrame, indexedResult, false);
    }

    /** Creates a shaper. If {@code canUseTables}, a page is written as a table if that saves enough tokens. */
    public PageShaper(
            ShapeTask shapeTask,
            ItemSequence itemSequence,
            PageFrame pageFrame,
            IndexedResult indexedResult,
            boolean canUseTables) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.canUseTables = canUseTables;
        this.itemSequence = itemSequence;
        this.pageFrame = pageFrame;
        this.pageHeader = itemSequence.pageHeader();
        this.filler = new PageFiller(
                shapeTask,
                itemSequence,
                pageFrame.form().isEmpty(),
                declaredForm().hasOnlyWholeItems());
        this.starts =
                indexedResult.bounds().startsOf(new PageBounds.Key(shapeTask.view(), shapeTask.firstPageBudget()));
        this.itemBudgets = starts.itemBudgets(this::findItemBudgets);
    }

    @Override
    public ShapedText page() {
        Position position = shapeTask.position();
        FilledPage filledPage = cut(position, itemSequence.count());
        return writePage(position, filledPage);
    }

    @Override
    public ShapedText pages(int count) {
        Position position = shapeTask.position();
        int end = position.start();
        int fittingEnd = position.start();
        for (int i = 0; i < count && itemSequence.has(end); i++) {
            Position page = new Position(end, position.page() + i);
            end = cut(page, itemSequence.count()).end();
            FilledPage joinedPage = cut(position, end, end - position.start());
            if (i > 0 && joinedPage.end() < end) {
                break;
            }
            fittingEnd = end;
        }
        return writePage(position, cut(position, fittingEnd, fittingEnd - position.start()));
    }

    @Override
    public int startOf(int page) {
        return starts.startOf(page, Integer.MAX_VALUE, this::nextPageStart);
    }

    /** Returns the start of the next page; {@link Integer#MAX_VALUE} if there is none. */
    private int nextPageStart(int start) {
        int end = cutAt(start);
        return itemSequence.has(end) ? end : Integer.MAX_VALUE;
    }

    private int cutAt(int start) {
        return cut(position(start), itemSequence.count()).end();
    }

    /** Returns a position for cutting the page that begins at an item, whatever the number of the page is. */
    private Position position(int start) {
        // only page 1 also contains the data around the list; all later pages are cut alike, so number 2 is used for
        // each of them
        return start == shapeTask.view().start() ? shapeTask.view().firstPosition() : new Position(start, 2);
    }

    private FilledPage cut(Position position, int endLimit) {
        View view = shapeTask.view();
        // such pages never have more items than the page size; other pages may grow to maxPageSize. Each row of a page
        // source must be fetched
        boolean hasFixedSize = shapeTask.traits().hasOwnKeys() || itemSequence.rows() != null;
        return cut(position, endLimit, hasFixedSize ? view.pageSize() : view.maxItems(position));
    }

    private FilledPage cut(Position position, int endLimit, int maxItems) {
        FilledPage filledPage = fillPage(position, endLimit, maxItems);
        while (filledPage.end() - filledPage.start() > 1 && !fitsInBothForms(position, filledPage)) {
            filledPage = fillPage(position, endLimit, (filledPage.end() - filledPage.start()) * 3 / 4);
        }
        return filledPage;
    }

    private boolean fitsInBothForms(Position position, FilledPage filledPage) {
        return !declaredForm().mustFitInBothForms()
                || declaredForm()
                        .fitsInBothForms(
                                filledPage, frameTokens(position, filledPage, false), shapeTask.budgetAt(position));
    }

    private DeclaredForm declaredForm() {
        return new DeclaredForm(shapeTask, itemSequence, pageFrame, indexedResult);
    }

    private FilledPage fillPage(Position position, int endLimit, int maxItems) {
        int maxEnd = (int) Math.min(endLimit, (long) position.start() + maxItems);
        Budget pageBudget = itemBudget(position);
        PageFiller.Limits limits =
                new PageFiller.Limits(shapeTask.budgetAt(position), pageBudget, shapeTask.isLook(position));
        FilledPage listPage = filler.fill(position.start(), maxEnd, limits, ItemWriter.of(itemSequence));
        boolean canBeTable = canUseTables && !itemSequence.areMembers();
        FilledPage tablePage = canBeTable ? fillTable(position, maxEnd, listPage.end()) : null;
        return tablePage != null && tablePage.containsAllOf(listPage) ? tablePage : listPage;
    }

    /** Returns the page as a table; null if it does not save enough. As a list, the page ends at {@code listEnd}. */
    private @Nullable FilledPage fillTable(Position position, int maxEnd, int listEnd) {
        Budget pageBudget = itemBudget(position);
        int describedEnd = listEnd;
        for (int attempt = 1; ; attempt++) {
            ItemTable itemTable = ItemTable.of(shapeTask, itemSequence, position.start(), describedEnd, pageBudget);
            if (itemTable == null) {
                return null;
            }
            PageFiller.Limits limits = new PageFiller.Limits(
                    shapeTask.budgetAt(position), itemTable.itemBudget(pageBudget), shapeTask.isLook(position));
            FilledPage tablePage = filler.fill(position.start(), maxEnd, limits, itemTable);
            // the columns should describe all items, also those for which only a table has space
            if (tablePage.end() <= describedEnd || attempt == MAX_TABLE_ATTEMPTS) {
                int surroundingTokens = frameTokens(position(position.start()), tablePage, true);
                boolean isBetter =
                        itemTable.savesEnough(tablePage, surroundingTokens) && itemTable.isLossless(tablePage);
                return isBetter ? tablePage : null;
            }
            describedEnd = tablePage.end();
        }
    }

    private int frameTokens(Position position, FilledPage filledPage, boolean isWidest) {
        AnswerHeader answerHeader = header(position, filledPage, isWidest, itemBudgets.isTight());
        AnswerDraft frameDraft = shapeTask.draft();
        pageFrame.open(frameDraft, answerHeader, position.isFirstPage());
        pageFrame.close(frameDraft, answerHeader, position.isFirstPage());
        return frameDraft.tokens();
    }

    /** Returns the budget for the items on the page at a position, without header and frame. */
    private Budget itemBudget(Position position) {
        return position.isFirstPage() ? itemBudgets.first() : itemBudgets.later();
    }

    private PageBounds.ItemBudgets findItemBudgets() {
        boolean isTight = AnswerHeader.isLarge(widestHeader(Position.FIRST, false), shapeTask);
        Budget later = findItemBudget(new Position(1, 2), isTight);
        boolean isFromStart = shapeTask.view().start() == 0;
        return new PageBounds.ItemBudgets(
                isTight, isFromStart ? findItemBudget(Position.FIRST, isTight) : later, later);
    }

    private Budget findItemBudget(Position position, boolean isTight) {
        AnswerDraft frameDraft = shapeTask.draft();
        AnswerHeader widestHeader = widestHeader(position, isTight);
        boolean isFirstPage = position.isFirstPage();
        pageFrame.open(frameDraft, widestHeader, isFirstPage);
        pageFrame.close(frameDraft, widestHeader, isFirstPage);
        return shapeTask.budgetPerForm(
                shapeTask.contentBudget(position, frameDraft),
                pageFrame.writeWithoutHeader(shapeTask.draft(), shapeTask.draft()),
                indexedResult.result().hasReceivedStructured());
    }

    private AnswerHeader widestHeader(Position position, boolean isTightHeader) {
        int end = itemSequence.rows() == null ? itemSequence.count() : Integer.MAX_VALUE;
        FilledPage allItems =
                new FilledPage(position.start(), end, shapeTask.draft(), List.of(), 0, ItemWriter.of(itemSequence));
        return header(position, allItems, true, isTightHeader);
    }

    private ShapedText writePage(Position position, FilledPage filledPage) {
        AnswerHeader answerHeader = header(position, filledPage, false, itemBudgets.isTight());
        AnswerDraft answerDraft = shapeTask.draft();
        boolean isFirstPage = position.isFirstPage();
        pageFrame.open(answerDraft, answerHeader, isFirstPage);
        answerDraft.append(filledPage.body());
        pageFrame.close(answerDraft, answerHeader, isFirstPage);
        AnswerDraft declaredAnswer = declaredForm().write(filledPage, fitsInBothForms(position, filledPage));
        return new ShapedText(null, answerDraft, true, answerHeader, pageFrame.outcome(), false, declaredAnswer, null);
    }

    /** Returns an outline of the items with as much detail as fits; null if none fits. */
    private @Nullable AnswerDraft outline() {
        if (!isOutlineComputed) {
            // set first, because findOutline() measures a header, which calls this method
            isOutlineComputed = true;
            outline = pageHeader.hasOutline() ? findOutline() : null;
        }
        return outline;
    }

    private @Nullable AnswerDraft findOutline() {
        int outlineTokens =
                AnswerHeader.spareTokens(widestHeader(Position.FIRST, false), shapeTask) - OUTLINE_NAME_TOKENS;
        return outlineTokens > 0 ? HeaderOutline.of(itemSequence, indexedResult, shapeTask, outlineTokens) : null;
    }

    /** Adds the cursor of the next page. On the last page, adds a cursor for other reads if they are useful. */
    private void addNextCursor(
            AnswerHeader answerHeader, @Nullable PagePosition nextPage, Position position, List<FoldedItem> folded) {
        if (nextPage != null) {
            answerHeader.cursor("nextCursor", nextPage);
        } else if (pageHeader.hasTargetCursor(shapeTask)) {
            answerHeader.cursor("cursor", shapeTask.startOfTarget());
        } else if (!folded.isEmpty() && pageHeader.hasOutline()) {
            answerHeader.cursor("cursor", shapeTask.pagePosition(position.withCursorPage(CursorPage.SAME_PAGE)));
        }
    }

    private PageHeader.Span span(Position position, FilledPage filledPage, boolean isWidest) {
        int end = filledPage.end();
        List<FoldedItem> folded = filledPage.folded();
        long total = isWidest ? end : itemSequence.total(end);
        return new PageHeader.Span(
                isWidest ? total : Math.min(total, position.start() + 1L),
                end,
                total,
                isWidest || itemSequence.has(end),
                isWidest ? 99 : folded.size(),
                isWidest || folded.stream().anyMatch(fold -> fold.path().isEmpty()),
                shapeTask.isLook(position));
    }

    private AnswerHeader header(Position position, FilledPage filledPage, boolean isWidest, boolean isTightHeader) {
        AnswerHeader answerHeader = new AnswerHeader(isTightHeader, pageFrame.form());
        PageHeader.Span span = span(position, filledPage, isWidest);
        int end = filledPage.end();
        boolean hasMore = span.hasMore();
        List<FoldedItem> folded = filledPage.folded();
        boolean hasAdviceAgainstPaging = hasAdviceAgainstPaging(position, hasMore, isWidest) && !isTightHeader;
        boolean hasBetterCall = hasAdviceAgainstPaging && shapeTask.hasFullHeader();
        String leadSentence = hasBetterCall ? Notices.betterCall(shapeTask.facts(), false, advice()) + " " : "";
        String endSentence = hasAdviceAgainstPaging && !hasBetterCall ? Notices.cheaperCall(false) : "";
        ResultFacts facts = noticeFacts(position.isFirstPage() && !isTightHeader, isWidest);
        ResultFacts resultFacts = position.isFirstPage() || shapeTask.hasFullHeader() ? facts : facts.withoutSize();
        answerHeader.notice(leadSentence
                + pageHeader.notice(resultFacts, span)
                + endSentence
                + Notices.fitting(shapeTask, isWidest ? 0 : end - position.start(), hasMore)
                + filledPage.writer().noticeText()
                + Notices.faults(itemSequence.rows(), isWidest, isTightHeader));
        if (hasAdviceAgainstPaging) {
            answerHeader.markAdviceAgainstPaging();
        }
        String path = pageFrame.pointer().toString();
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        answerHeader
                .number(pageHeader.totalField(), span.total())
                .range(span.first(), end)
                .flag("hasMore", hasMore);
        if (!filledPage.writer().noticeText().isEmpty()) {
            answerHeader.text("encoding", "table");
        }
        PagePosition nextPage = hasMore
                ? shapeTask.pagePosition(new Position(end, Math.min(position.page() + 1, Position.MAX_PAGE)))
                : null;
        addNextCursor(answerHeader, nextPage, position, folded);
        PagePosition previousPosition = previousPosition(position, isWidest);
        if (previousPosition != null) {
            answerHeader.previousCursor(previousPosition, isWidest || nextPage == null, shapeTask);
        }
        answerHeader
                .setExtent(new PageExtent(span.first(), end, span.total(), position.page(), nextPage, previousPosition))
                .costs(shapeTask, position.isFirstPage());
        AnswerDraft outlineDraft = hasMore ? firstOutline(position) : null;
        if (outlineDraft != null) {
            answerHeader.hint("outline", answerDraft -> answerDraft.append(outlineDraft));
        }
        addFilters(answerHeader, position);
        // with URIs, the notice names the next reads
        boolean hasCalls =
                (position.isFirstPage() || hasBetterCall) && !shapeTask.facts().hasUriCursors() && itemSequence.has(0);
        if (hasCalls) {
            addNextCalls(answerHeader, hasBetterCall, hasMore, folded);
        }
        if (!folded.isEmpty()) {
            answerHeader.json("folded", answerDraft -> FoldedItem.write(folded, answerDraft));
        }
        return answerHeader;
    }

    /** Returns the outline for a first page, or null if the page has none. */
    private @Nullable AnswerDraft firstOutline(Position position) {
        boolean hasOutline = position.isFirstPage()
                && pageFrame.form().isEmpty()
                && shapeTask.view().fields().isEmpty();
        return hasOutline ? outline() : null;
    }

    /**
     * Returns the facts for the notice. The widest header always says that the source has changed since the result was
     * stored. So tokens for this sentence are reserved, and pages keep their bounds when it appears.
     */
    private ResultFacts noticeFacts(boolean hasDataPhrase, boolean isWidest) {
        ResultFacts resultFacts =
                hasDataPhrase ? shapeTask.facts() : shapeTask.facts().withDataPhrase("");
        return isWidest ? resultFacts.withChangedSource() : resultFacts;
    }

    private void addNextCalls(
            AnswerHeader answerHeader, boolean hasBetterCall, boolean hasMore, List<FoldedItem> folded) {
        if (hasBetterCall) {
            answerHeader.hint("next", answerDraft -> NextCalls.forPaging(shapeTask, advice(), answerDraft));
        } else if (pageHeader.hasNextCalls(hasMore)) {
            List<String> queries = queries();
            answerHeader.hint("next", answerDraft -> {
                if (queries == null) {
                    pageHeader.writeNextCalls(shapeTask, hasMore, answerDraft);
                } else {
                    NextCalls.forQueries(shapeTask, itemSequence, queries, answerDraft);
                }
            });
        } else if (!folded.isEmpty() && !folded.get(0).path().isEmpty()) {
            String path = folded.get(0).path();
            answerHeader.hint("next", answerDraft -> NextCalls.forPath(shapeTask, "cursor", path, answerDraft));
        }
    }

    /**
     * Returns sample queries over these items; null if there is no outline of all items, or if other calls are
     * suggested.
     */
    private @Nullable List<String> queries() {
        boolean isDescribed = pageHeader.hasOutline()
                && pageFrame.form().isEmpty()
                && !Notices.isAboutRepeatedCall(shapeTask.view().leadSentence());
        return isDescribed && itemSequence.rows() == null
                ? SampleQueries.of(itemSequence, shapeTask.target(), indexedResult)
                : null;
    }

    private void addFilters(AnswerHeader answerHeader, Position position) {
        LazyRows lazyRows = position.isFirstPage() && pageHeader.hasOutline() ? itemSequence.rows() : null;
        if (lazyRows != null && !lazyRows.filterFields().isEmpty()) {
            answerHeader.hint("filters", answerDraft -> answerDraft.string(Notices.filters(lazyRows)));
        }
    }

    /**
     * Returns whether the page advises a better call than reading page after page. The widest header has this
     * advice on every page except the first, so that tokens are reserved for it.
     */
    private boolean hasAdviceAgainstPaging(Position position, boolean hasMore, boolean isWidest) {
        boolean isLatePage = isWidest ? !position.isFirstPage() : hasMore && position.page() >= FIRST_ADVICE_PAGE;
        boolean isRepeatedCall = Notices.isAboutRepeatedCall(shapeTask.view().leadSentence());
        boolean hasFields = !shapeTask.view().fields().isEmpty();
        return isLatePage && !isRepeatedCall && !hasFields && !advice().isEmpty();
    }

    @Override
    public String advice() {
        String cachedAdvice = advice;
        if (cachedAdvice == null) {
            cachedAdvice = pageHeader.hasOutline() && itemSequence.has(0)
                    ? NextCalls.betterArguments(shapeTask, itemSequence)
                    : "";
            advice = cachedAdvice;
        }
        return cachedAdvice;
    }

    private @Nullable PagePosition previousPosition(Position position, boolean isWidest) {
        Position previousPage = position.page() == 1 ? null : isWidest ? Position.FIRST : previous(position);
        return previousPage == null ? null : shapeTask.pagePosition(previousPage.withCursorPage(CursorPage.NEXT_PAGE));
    }

    private @Nullable Position previous(Position position) {
        int start = startOf(position.page() - 1);
        return start < 0 ? null : new Position(start, position.page() - 1);
    }
}
