package dev.plimsoll.shape.page;

import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.TextCutter;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.item.AnswerBounds;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.notice.PageHeader;
import dev.plimsoll.shape.outline.HeaderOutline;
import dev.plimsoll.shape.outline.SampleQueries;
import dev.plimsoll.shape.page.PageFiller.FilledPage;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.Position.ShownOn;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a sequence into pages of as many items as fit the budget, at most the page size, with large items folded. */
public final class PageShaper implements TextCutter {

    /** Maximum tokens of the name of the outline and the punctuation around it. */
    private static final int OUTLINE_NAME_TOKENS = 8;

    /** Maximum number of attempts to write a page as a table. Each attempt makes the columns from more items. */
    private static final int MAX_TABLE_ROUNDS = 3;

    private final ShapeTask shapeTask;
    private final ItemSequence itemSequence;
    private final PageFrame pageFrame;
    private final IndexedResult indexedResult;
    private final AnswerBounds.Starts starts;
    private final AnswerBounds.ItemBudgets itemBudgets;
    private final PageFiller filler;
    private final PageHeader pageHeader;
    private final boolean tables;
    private boolean isOutlineComputed;
    private @Nullable String advice;
    private @Nullable AnswerDraft outline;

    public PageShaper(
            ShapeTask shapeTask, ItemSequence itemSequence, PageFrame pageFrame, IndexedResult indexedResult) {
        this(shapeTask, itemSequence, pageFrame, indexedResult, false);
    }

    /** Creates a shaper. If {@code tables}, a page is written as a table if that saves enough tokens. */
    public PageShaper(
            ShapeTask shapeTask,
            ItemSequence itemSequence,
            PageFrame pageFrame,
            IndexedResult indexedResult,
            boolean tables) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.tables = tables;
        this.itemSequence = itemSequence;
        this.pageFrame = pageFrame;
        this.pageHeader = itemSequence.pageHeader();
        this.filler = new PageFiller(shapeTask, itemSequence, pageFrame.form().isEmpty());
        this.starts = indexedResult.bounds().of(new AnswerBounds.Key(shapeTask.view(), shapeTask.firstPage()));
        this.itemBudgets = starts.itemBudgets(this::findItemBudgets);
    }

    @Override
    public ShapedText page() {
        Position at = shapeTask.at();
        FilledPage cut = cut(at, itemSequence.count());
        return written(at, cut);
    }

    @Override
    public ShapedText pages(int count) {
        Position at = shapeTask.at();
        int end = at.start();
        int fitting = at.start();
        for (int i = 0; i < count && itemSequence.has(end); i++) {
            Position page = new Position(end, at.page() + i);
            end = cut(page, itemSequence.count()).end();
            FilledPage joined = cut(at, end, end - at.start());
            if (i > 0 && joined.end() < end) {
                break;
            }
            fitting = end;
        }
        return written(at, cut(at, fitting, fitting - at.start()));
    }

    @Override
    public int startOf(int page) {
        return starts.of(page, Integer.MAX_VALUE, this::nextPageStart);
    }

    /** Returns the start of the next page; {@link Integer#MAX_VALUE} if there is none. */
    private int nextPageStart(int start) {
        int end = cutAt(start);
        return itemSequence.has(end) ? end : Integer.MAX_VALUE;
    }

    private int cutAt(int start) {
        return cut(position(start), itemSequence.count()).end();
    }

    /** Returns a position for cutting the page that begins at an item. It does not depend on the page before. */
    private Position position(int start) {
        // only page 1 has content around it, so that page 2 stands for all other pages
        return start == shapeTask.view().start() ? shapeTask.view().firstPosition() : new Position(start, 2);
    }

    private FilledPage cut(Position at, int limit) {
        View view = shapeTask.view();
        // each row of a source costs a fetch, so its pages keep their size
        boolean isCounted = shapeTask.traits().hasOwnKeys() || itemSequence.rows() != null;
        return cut(at, limit, isCounted ? view.pageSize() : view.maxItems(at));
    }

    private FilledPage cut(Position at, int limit, int maxItems) {
        FilledPage cut = filled(at, limit, maxItems);
        while (cut.end() - cut.start() > 1 && !fitsTwice(at, cut)) {
            cut = filled(at, limit, (cut.end() - cut.start()) * 3 / 4);
        }
        return cut;
    }

    /**
     * Returns whether the records fit a second time, in the text from which they were read. True if no schema
     * requires this text.
     */
    private boolean fitsTwice(Position at, FilledPage cut) {
        if (!isSliced() || !shapeTask.isSchemaBound() || shapeTask.target().records() == null) {
            return true;
        }
        AnswerDraft text = pageFrame.writeWithoutHeader(inDeclaredForm(cut), shapeTask.draft());
        int tokens = frameTokens(at, cut, false) + cut.body().tokens();
        return text == null || shapeTask.budgetAt(at).allows(tokens + text.tokens(), text.bytes());
    }

    private FilledPage filled(Position at, int limit, int maxItems) {
        int last = (int) Math.min(limit, (long) at.start() + maxItems);
        Budget pageBudget = itemBudget(at);
        PageFiller.Room room = new PageFiller.Room(shapeTask.budgetAt(at), pageBudget, shapeTask.isLook(at));
        FilledPage list = filler.fill(at.start(), last, room, ItemWriter.of(itemSequence));
        FilledPage rows = tables && !itemSequence.areMembers() ? rows(at, last, list.end()) : null;
        return rows != null && rows.showsAtLeast(list) ? rows : list;
    }

    /** Returns the page as a table; null if it does not save enough. {@code end} is the end of the page without a table. */
    private @Nullable FilledPage rows(Position at, int last, int end) {
        Budget pageBudget = itemBudget(at);
        int described = end;
        for (int round = 1; ; round++) {
            ItemTable itemTable = ItemTable.of(shapeTask, itemSequence, at.start(), described, pageBudget);
            if (itemTable == null) {
                return null;
            }
            PageFiller.Room room =
                    new PageFiller.Room(shapeTask.budgetAt(at), itemTable.itemBudget(pageBudget), shapeTask.isLook(at));
            FilledPage rows = filler.fill(at.start(), last, room, itemTable);
            // the columns should describe all items, also those for which only a table has space
            if (rows.end() <= described || round == MAX_TABLE_ROUNDS) {
                int around = frameTokens(position(at.start()), rows, true);
                boolean isBetter = itemTable.savesEnough(rows, around) && itemTable.isLossless(rows);
                return isBetter ? rows : null;
            }
            described = rows.end();
        }
    }

    private int frameTokens(Position at, FilledPage cut, boolean widest) {
        AnswerHeader answerHeader = header(at, cut, widest, itemBudgets.isTight());
        AnswerDraft around = shapeTask.draft();
        pageFrame.open(around, answerHeader, at.isFirstPage());
        pageFrame.close(around, answerHeader, at.isFirstPage());
        return around.tokens();
    }

    /** Returns the budget for items on the page that begins here, without header and frame. */
    private Budget itemBudget(Position at) {
        return at.isFirstPage() ? itemBudgets.first() : itemBudgets.others();
    }

    private AnswerBounds.ItemBudgets findItemBudgets() {
        boolean isTight = AnswerHeader.isLarge(widestHeader(Position.FIRST, false), shapeTask);
        Budget others = findItemBudget(new Position(1, 2), isTight);
        boolean fromStart = shapeTask.view().start() == 0;
        return new AnswerBounds.ItemBudgets(
                isTight, fromStart ? findItemBudget(Position.FIRST, isTight) : others, others);
    }

    private Budget findItemBudget(Position at, boolean isTight) {
        AnswerDraft around = shapeTask.draft();
        AnswerHeader widest = widestHeader(at, isTight);
        boolean first = at.isFirstPage();
        pageFrame.open(around, widest, first);
        pageFrame.close(around, widest, first);
        return shapeTask.slicedBudget(
                shapeTask.contentBudget(at, around),
                pageFrame.writeWithoutHeader(shapeTask.draft(), shapeTask.draft()));
    }

    private AnswerHeader widestHeader(Position at, boolean withoutHints) {
        int end = itemSequence.rows() == null ? itemSequence.count() : Integer.MAX_VALUE;
        FilledPage all = new FilledPage(at.start(), end, shapeTask.draft(), List.of(), 0, ItemWriter.of(itemSequence));
        return header(at, all, true, withoutHints);
    }

    private boolean isSliced() {
        return shapeTask.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
    }

    private ShapedText written(Position at, FilledPage cut) {
        AnswerHeader answerHeader = header(at, cut, false, itemBudgets.isTight());
        AnswerDraft main = shapeTask.draft();
        boolean first = at.isFirstPage();
        pageFrame.open(main, answerHeader, first);
        main.append(cut.body());
        pageFrame.close(main, answerHeader, first);
        AnswerDraft shown = fitsTwice(at, cut) ? inDeclaredForm(cut) : emptyInDeclaredForm(cut);
        AnswerDraft slice = isSliced() ? pageFrame.writeWithoutHeader(shown, shapeTask.draft()) : null;
        return new ShapedText(null, main, true, answerHeader, pageFrame.outcome(), false, slice, null);
    }

    /** Returns the items as the tool declares them: as text or rows if they were read from these. */
    private AnswerDraft inDeclaredForm(FilledPage cut) {
        AnswerDraft declared = shapeTask.draft();
        return itemSequence.writeDeclared(cut.start(), cut.end(), declared) ? declared : cut.body();
    }

    /** Returns an empty list as the tool declares it: the items fit only once, and are in the text block. */
    private AnswerDraft emptyInDeclaredForm(FilledPage cut) {
        AnswerDraft declared = shapeTask.draft();
        return itemSequence.writeDeclared(cut.start(), cut.start(), declared) ? declared : declared.ascii("[]");
    }

    /** Returns an outline of the items with as much detail as fits; null if none fits. */
    private @Nullable AnswerDraft outline() {
        if (!isOutlineComputed) {
            // set first, because the header that is measured to find the outline asks for it too
            isOutlineComputed = true;
            outline = pageHeader.hasOutline() ? findOutline() : null;
        }
        return outline;
    }

    private @Nullable AnswerDraft findOutline() {
        int room = AnswerHeader.room(widestHeader(Position.FIRST, false), shapeTask) - OUTLINE_NAME_TOKENS;
        return room > 0 ? HeaderOutline.of(itemSequence, indexedResult, shapeTask, room) : null;
    }

    /** Adds the cursor of the next page. On the last page, adds a cursor for other reads if they are useful. */
    private void addNextCursor(
            AnswerHeader answerHeader, @Nullable PagePosition next, Position at, List<FoldedItem> folded) {
        if (next != null) {
            answerHeader.cursor("nextCursor", next);
        } else if (pageHeader.hasBackCursor(shapeTask)) {
            answerHeader.cursor("cursor", shapeTask.startOfTarget());
        } else if (!folded.isEmpty() && pageHeader.hasOutline()) {
            answerHeader.cursor("cursor", shapeTask.pagePosition(at.shownOn(ShownOn.PAGE_ITSELF)));
        }
    }

    private PageHeader.Span span(Position at, FilledPage cut, boolean widest) {
        int end = cut.end();
        List<FoldedItem> folded = cut.folded();
        long total = widest ? end : itemSequence.total(end);
        return new PageHeader.Span(
                widest ? total : Math.min(total, at.start() + 1L),
                end,
                total,
                widest || itemSequence.has(end),
                widest ? 99 : folded.size(),
                widest || folded.stream().anyMatch(fold -> fold.path().isEmpty()),
                shapeTask.isLook(at));
    }

    private AnswerHeader header(Position at, FilledPage cut, boolean widest, boolean withoutHints) {
        AnswerHeader answerHeader = new AnswerHeader(withoutHints, pageFrame.form());
        PageHeader.Span span = span(at, cut, widest);
        int end = cut.end();
        boolean more = span.hasMore();
        List<FoldedItem> folded = cut.folded();
        boolean advisesAgainstPaging = advisesAgainstPaging(at, more, widest) && !withoutHints;
        boolean namesBetterCall = advisesAgainstPaging && shapeTask.hasFullHeader();
        String lead = namesBetterCall ? Notices.betterCall(shapeTask.facts(), false, advice()) + " " : "";
        String endSentence = advisesAgainstPaging && !namesBetterCall ? Notices.cheaperCall(false) : "";
        ResultFacts facts = noticeFacts(at.isFirstPage() && !withoutHints, widest);
        ResultFacts resultFacts = at.isFirstPage() || shapeTask.hasFullHeader() ? facts : facts.withoutSize();
        answerHeader.notice(lead
                + pageHeader.notice(resultFacts, span)
                + endSentence
                + fittingSentence(widest ? 0 : end - at.start(), more)
                + cut.writer().noticeText()
                + faults(widest, withoutHints));
        if (advisesAgainstPaging) {
            answerHeader.markPagingAdvice();
        }
        String path = pageFrame.pointer().toString();
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        answerHeader
                .number(pageHeader.total(), span.total())
                .range(span.first(), end)
                .flag("hasMore", more);
        if (!cut.writer().noticeText().isEmpty()) {
            answerHeader.text("encoding", "table");
        }
        PagePosition next =
                more ? shapeTask.pagePosition(new Position(end, Math.min(at.page() + 1, Position.MAX_PAGE))) : null;
        addNextCursor(answerHeader, next, at, folded);
        Position previous = at.page() == 1 ? null : widest ? Position.FIRST : previous(at);
        PagePosition previousPosition =
                previous == null ? null : shapeTask.pagePosition(previous.shownOn(ShownOn.PAGE_AFTER));
        if (previousPosition != null) {
            answerHeader.previousCursor(previousPosition, widest || next == null, shapeTask);
        }
        answerHeader
                .setExtent(new PageExtent(span.first(), end, span.total(), at.page(), next, previousPosition))
                .costs(shapeTask, at.isFirstPage());
        AnswerDraft shown = more ? firstOutline(at) : null;
        if (shown != null) {
            answerHeader.hint("outline", answerDraft -> answerDraft.append(shown));
        }
        addFilters(answerHeader, at);
        // with URIs, the notice names the next reads
        boolean calls =
                (at.isFirstPage() || namesBetterCall) && !shapeTask.facts().usesUris() && itemSequence.has(0);
        if (calls) {
            addNextCalls(answerHeader, namesBetterCall, more, folded);
        }
        if (!folded.isEmpty()) {
            answerHeader.json("folded", answerDraft -> FoldedItem.write(folded, answerDraft));
        }
        return answerHeader;
    }

    /** Returns the outline for a first page, or null if the page has none. */
    private @Nullable AnswerDraft firstOutline(Position at) {
        boolean shown = at.isFirstPage()
                && pageFrame.form().isEmpty()
                && shapeTask.view().fields().isEmpty();
        return shown ? outline() : null;
    }

    /**
     * Returns the facts for the notice. The widest header includes a changed source, so that a change does not move the
     * page bounds.
     */
    private ResultFacts noticeFacts(boolean withData, boolean widest) {
        ResultFacts resultFacts =
                withData ? shapeTask.facts() : shapeTask.facts().withData("");
        return widest ? resultFacts.afterChange() : resultFacts;
    }

    private void addNextCalls(
            AnswerHeader answerHeader, boolean advisesAgainstPaging, boolean more, List<FoldedItem> folded) {
        if (advisesAgainstPaging) {
            answerHeader.hint("next", answerDraft -> NextCalls.forPaging(shapeTask, advice(), answerDraft));
        } else if (pageHeader.hasNextCalls(more)) {
            List<String> queries = queries();
            answerHeader.hint("next", answerDraft -> {
                if (queries == null) {
                    pageHeader.writeNextCalls(shapeTask, more, answerDraft);
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
     * Returns sample queries over these items; null if there is no outline of all items, or if the suggested calls
     * are others.
     */
    private @Nullable List<String> queries() {
        boolean isDescribed = pageHeader.hasOutline()
                && pageFrame.form().isEmpty()
                && !Notices.isRepeated(shapeTask.view().leadSentence());
        return isDescribed && itemSequence.rows() == null
                ? SampleQueries.of(itemSequence, shapeTask.target(), indexedResult)
                : null;
    }

    private void addFilters(AnswerHeader answerHeader, Position at) {
        LazyRows lazyRows = at.isFirstPage() && pageHeader.hasOutline() ? itemSequence.rows() : null;
        if (lazyRows != null && !lazyRows.filterFields().isEmpty()) {
            answerHeader.hint("filters", answerDraft -> answerDraft.string(Notices.filters(lazyRows)));
        }
    }

    /**
     * Returns whether the page advises a better call than reading page after page. The widest header has this
     * advice on every page except the first, so that tokens are reserved for it.
     */
    private boolean advisesAgainstPaging(Position at, boolean more, boolean widest) {
        boolean isLatePage = widest ? !at.isFirstPage() : more && at.page() >= FIRST_ADVICE_PAGE;
        boolean isRepeated = Notices.isRepeated(shapeTask.view().leadSentence())
                || !shapeTask.view().fields().isEmpty();
        return isLatePage && !isRepeated && !advice().isEmpty();
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

    /** Returns a sentence about how many items fit, if the caller requested more. */
    private String fittingSentence(int shown, boolean more) {
        int requested = shapeTask.view().pageSize();
        boolean named = requested != shapeTask.policy().get(Policy.DEFAULT_PAGE_SIZE)
                && !shapeTask.traits().hasOwnKeys();
        return named && more && shown < requested ? Notices.fittingItems(requested, shown) : "";
    }

    /** Returns the faults of a source; for the widest header, a text that is as long as they can become. */
    private String faults(boolean widest, boolean isTight) {
        LazyRows lazyRows = itemSequence.rows();
        String faults = lazyRows == null ? "" : widest ? lazyRows.longestFaults() : lazyRows.faults();
        return isTight && !faults.isEmpty() ? Notices.FAULTY_SOURCE : faults;
    }

    private @Nullable Position previous(Position at) {
        int start = startOf(at.page() - 1);
        return start < 0 ? null : new Position(start, at.page() - 1);
    }
}
