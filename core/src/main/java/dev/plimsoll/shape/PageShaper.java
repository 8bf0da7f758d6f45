package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.PageFiller.Filled;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.Position.ShownOn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a sequence into pages of as many items as fit the budget, at most the page size, with large items folded. */
final class PageShaper implements TextCutter {

    private static final int OUTLINE_SHARE = 20;

    private final ShapeTask shapeTask;
    private final ItemSequence itemSequence;
    private final PageFrame pageFrame;
    private final AnswerBounds.Starts starts;
    private final AnswerBounds.Rooms rooms;
    private final PageFiller filler;
    private final PageHeader pageHeader;
    private final boolean tables;
    private boolean outlined;
    private @Nullable String advice;
    private @Nullable AnswerDraft outline;

    PageShaper(ShapeTask shapeTask, ItemSequence itemSequence, PageFrame pageFrame, AnswerBounds answerBounds) {
        this(shapeTask, itemSequence, pageFrame, answerBounds, false);
    }

    /** Creates a shaper; with {@code tables}, a page is a table if that saves enough. */
    PageShaper(
            ShapeTask shapeTask,
            ItemSequence itemSequence,
            PageFrame pageFrame,
            AnswerBounds answerBounds,
            boolean tables) {
        this.shapeTask = shapeTask;
        this.tables = tables;
        this.itemSequence = itemSequence;
        this.pageFrame = pageFrame;
        this.pageHeader = itemSequence.telling();
        this.filler = new PageFiller(shapeTask, itemSequence, pageFrame.form().isEmpty());
        this.starts = answerBounds.of(new AnswerBounds.Key(shapeTask.view(), shapeTask.firstPage()));
        this.rooms = starts.rooms(this::findRooms);
    }

    @Override
    public ShapedText page() {
        Position at = shapeTask.at();
        Filled cut = cut(at, itemSequence.count());
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
            Filled together = cut(at, end, end - at.start());
            if (i > 0 && together.end() < end) {
                break;
            }
            fitting = end;
        }
        return written(at, cut(at, fitting, fitting - at.start()));
    }

    @Override
    public int startOf(int page) {
        return starts.of(page, Integer.MAX_VALUE, this::endOfPageAt);
    }

    /** Returns the start of the next page; {@link Integer#MAX_VALUE} if there is none. */
    private int endOfPageAt(int start) {
        int end = cutAt(start);
        return itemSequence.has(end) ? end : Integer.MAX_VALUE;
    }

    private int cutAt(int start) {
        // only page 1 differs, by the content around it; for others, the number only has to be wide enough
        Position at = start == shapeTask.view().start() ? shapeTask.view().first() : new Position(start, 2);
        return cut(at, itemSequence.count()).end();
    }

    private Filled cut(Position at, int limit) {
        return cut(at, limit, shapeTask.view().pageSize());
    }

    private Filled cut(Position at, int limit, int most) {
        Filled cut = filled(at, limit, most);
        while (cut.end() - cut.start() > 1 && !hasRoomTwice(at, cut)) {
            cut = filled(at, limit, (cut.end() - cut.start()) * 3 / 4);
        }
        return cut;
    }

    /** Returns whether the records also fit in the text they were read from, if a schema asks for that. */
    private boolean hasRoomTwice(Position at, Filled cut) {
        if (!sliced() || !shapeTask.bound() || shapeTask.target().records() == null) {
            return true;
        }
        AnswerDraft text = pageFrame.bare(declared(cut), shapeTask.draft());
        int tokens = around(at, cut) + cut.body().tokens();
        return text == null || shapeTask.budgetAt(at).holds(tokens + text.tokens(), text.bytes());
    }

    private Filled filled(Position at, int limit, int most) {
        int last = (int) Math.min(limit, (long) at.start() + most);
        Budget room = room(at);
        Budget budget = shapeTask.budgetAt(at);
        Filled list = filler.fill(at.start(), last, budget, room, ItemWriter.of(itemSequence));
        ItemTable itemTable = tables ? ItemTable.like(shapeTask, itemSequence, at.start(), list.end(), room) : null;
        if (itemTable == null) {
            return list;
        }
        Filled rows = filler.fill(at.start(), last, budget, itemTable.room(room), itemTable);
        return rows.showsAllOf(list) && itemTable.pays(rows, around(at, rows)) && itemTable.isTrue(rows) ? rows : list;
    }

    private int around(Position at, Filled cut) {
        AnswerHeader answerHeader = header(at, cut, false, rooms.tight());
        AnswerDraft around = shapeTask.draft();
        pageFrame.open(around, answerHeader, at.isStart());
        pageFrame.close(around, answerHeader, at.isStart());
        return around.tokens();
    }

    /** Returns the budget for items on the page that begins here, without header and frame. */
    private Budget room(Position at) {
        return at.isStart() ? rooms.first() : rooms.others();
    }

    private AnswerBounds.Rooms findRooms() {
        boolean tight = AnswerHeader.isLarge(widest(Position.FIRST, false), shapeTask);
        Budget others = findRoom(new Position(1, 2), tight);
        boolean fromStart = shapeTask.view().start() == 0;
        return new AnswerBounds.Rooms(tight, fromStart ? findRoom(Position.FIRST, tight) : others, others);
    }

    private Budget findRoom(Position at, boolean tight) {
        AnswerDraft around = shapeTask.draft();
        AnswerHeader widest = widest(at, tight);
        boolean first = at.isStart();
        pageFrame.open(around, widest, first);
        pageFrame.close(around, widest, first);
        return shapeTask.sliced(shapeTask.room(at, around), pageFrame.bare(shapeTask.draft(), shapeTask.draft()));
    }

    private AnswerHeader widest(Position at, boolean withoutHints) {
        int end = itemSequence.rows() == null ? itemSequence.count() : Integer.MAX_VALUE;
        Filled all = new Filled(at.start(), end, shapeTask.draft(), List.of(), 0, ItemWriter.of(itemSequence));
        return header(at, all, true, withoutHints);
    }

    private boolean sliced() {
        return shapeTask.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
    }

    private ShapedText written(Position at, Filled cut) {
        AnswerHeader answerHeader = header(at, cut, false, rooms.tight());
        AnswerDraft main = shapeTask.draft();
        boolean first = at.isStart();
        pageFrame.open(main, answerHeader, first);
        main.append(cut.body());
        pageFrame.close(main, answerHeader, first);
        AnswerDraft shown = hasRoomTwice(at, cut) ? declared(cut) : declaredEmpty(cut);
        AnswerDraft slice = sliced() ? pageFrame.bare(shown, shapeTask.draft()) : null;
        return new ShapedText(null, main, true, answerHeader, pageFrame.outcome(), false, slice, null);
    }

    /** Returns the items as the tool declares them: as a text if they were read from one. */
    private AnswerDraft declared(Filled cut) {
        Slice text = itemSequence.text(cut.start(), cut.end());
        return text == null ? cut.body() : shapeTask.draft().string(text);
    }

    /** Returns an empty list as the tool declares it, if the items are in the text block alone. */
    private AnswerDraft declaredEmpty(Filled cut) {
        Slice text = itemSequence.text(cut.start(), cut.start());
        return text == null ? shapeTask.draft().ascii("[]") : shapeTask.draft().string(text);
    }

    /** Returns an outline of the items with as much detail as a twentieth of the budget allows; null if none fits. */
    private @Nullable AnswerDraft outline() {
        if (!outlined) {
            outlined = true;
            Outline found = pageHeader.outlined() ? Outline.of(itemSequence) : null;
            for (int tries = 0; found != null && outline == null && tries < 2; tries++) {
                AnswerDraft answerDraft = shapeTask.draft();
                found.writeTo(answerDraft, tries == 0);
                outline = answerDraft.tokens() <= shapeTask.firstPage().tokens() / OUTLINE_SHARE ? answerDraft : null;
            }
        }
        return outline;
    }

    /** Adds the cursor of the next page; if there is none, a cursor for other reads, if any. */
    private void onward(AnswerHeader answerHeader, @Nullable PagePosition next, Position at, List<FoldedItem> folded) {
        if (next != null) {
            answerHeader.cursor("nextCursor", next);
        } else if (pageHeader.leadsBack(shapeTask)) {
            answerHeader.cursor("cursor", shapeTask.allPages());
        } else if (!folded.isEmpty() && pageHeader.outlined()) {
            answerHeader.cursor("cursor", shapeTask.seat(at.shownOn(ShownOn.PAGE_ITSELF)));
        }
    }

    private AnswerHeader header(Position at, Filled cut, boolean widest, boolean withoutHints) {
        AnswerHeader answerHeader = new AnswerHeader(withoutHints, pageFrame.form());
        int end = cut.end();
        boolean more = widest || itemSequence.has(end);
        long total = widest ? end : itemSequence.total(end);
        List<FoldedItem> folded = cut.folded();
        long first = widest ? total : Math.min(total, at.start() + 1L);
        int folds = widest ? 99 : folded.size();
        boolean nameless =
                widest || folded.stream().anyMatch(fold -> fold.path().isEmpty());
        PageHeader.Span span = new PageHeader.Span(first, end, total, more, folds, nameless);
        boolean walking = walks(at, more, widest) && !withoutHints;
        String lead = walking ? Notices.instead(shapeTask.about(), false, advice()) + " " : "";
        ResultFacts resultFacts = about(at.isStart() && !withoutHints, widest);
        answerHeader.notice(lead
                + pageHeader.notice(resultFacts, span)
                + fitting(widest ? 0 : end - at.start(), more)
                + cut.listing().told()
                + faults(widest, withoutHints));
        if (walking) {
            answerHeader.walking();
        }
        String path = pageFrame.pointer().toString();
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        answerHeader.number(pageHeader.total(), total).range(first, end).flag("hasMore", more);
        if (!cut.listing().told().isEmpty()) {
            answerHeader.text("encoding", "table");
        }
        PagePosition next = more ? shapeTask.seat(new Position(end, Math.min(at.page() + 1, Position.MAX_PAGE))) : null;
        onward(answerHeader, next, at, folded);
        Position previous = at.page() == 1 ? null : widest ? Position.FIRST : previous(at);
        PagePosition before = previous == null ? null : shapeTask.seat(previous.shownOn(ShownOn.PAGE_AFTER));
        if (before != null) {
            answerHeader.cursor("previousCursor", before);
        }
        answerHeader
                .showing(new PageExtent(first, end, total, at.page(), next, before))
                .costs(shapeTask.about());
        AnswerDraft shown = at.isStart()
                        && more
                        && pageFrame.form().isEmpty()
                        && shapeTask.view().fields().isEmpty()
                ? outline()
                : null;
        if (shown != null) {
            answerHeader.hint("outline", answerDraft -> answerDraft.append(shown));
        }
        filters(answerHeader, at);
        // with URIs, the notice names the next reads
        boolean calls = (at.isStart() || walking) && !shapeTask.about().uris() && itemSequence.has(0);
        if (calls) {
            next(answerHeader, walking, more, folded);
        }
        if (!folded.isEmpty()) {
            answerHeader.json("folded", answerDraft -> FoldedItem.write(folded, answerDraft));
        }
        return answerHeader;
    }

    /**
     * Returns the facts for the notice. The widest header includes a changed source, so that a change does not move the
     * page bounds.
     */
    private ResultFacts about(boolean holding, boolean widest) {
        ResultFacts resultFacts =
                holding ? shapeTask.about() : shapeTask.about().holding("");
        return widest ? resultFacts.afterChange() : resultFacts;
    }

    private void next(AnswerHeader answerHeader, boolean walking, boolean more, List<FoldedItem> folded) {
        if (walking) {
            answerHeader.hint("next", answerDraft -> NextCalls.forWalk(shapeTask, advice(), answerDraft));
        } else if (pageHeader.advises(more)) {
            answerHeader.hint("next", answerDraft -> pageHeader.next(shapeTask, more, answerDraft));
        } else if (!folded.isEmpty() && !folded.get(0).path().isEmpty()) {
            String path = folded.get(0).path();
            answerHeader.hint("next", answerDraft -> NextCalls.forPath(shapeTask, "cursor", path, answerDraft));
        }
    }

    private void filters(AnswerHeader answerHeader, Position at) {
        LazyRows lazyRows = at.isStart() && pageHeader.outlined() ? itemSequence.rows() : null;
        if (lazyRows != null && !lazyRows.filters().isEmpty()) {
            answerHeader.hint("filters", answerDraft -> answerDraft.string(Notices.filters(lazyRows)));
        }
    }

    /**
     * Returns whether the page advises a better call than page after page; every page except the first reserves tokens
     * for it.
     */
    private boolean walks(Position at, boolean more, boolean widest) {
        boolean late = widest ? !at.isStart() : more && at.page() >= WALK;
        boolean told = Notices.isRepeated(shapeTask.view().told())
                || !shapeTask.view().fields().isEmpty();
        return late && !told && !advice().isEmpty();
    }

    @Override
    public String advice() {
        String known = advice;
        if (known == null) {
            known = pageHeader.outlined() && itemSequence.has(0) ? NextCalls.narrowing(shapeTask, itemSequence) : "";
            advice = known;
        }
        return known;
    }

    /** Returns a sentence about how many items fit, if the caller requested more. */
    private String fitting(int shown, boolean more) {
        int asked = shapeTask.view().pageSize();
        Policy policy = shapeTask.policy();
        boolean named = asked != policy.get(Policy.DEFAULT_PAGE_SIZE)
                && !policy.get(Policy.STYLE).literal();
        return named && more && shown < asked ? Notices.fitting(asked, shown) : "";
    }

    /** Returns the faults of a source; for the widest header, all that could occur. */
    private String faults(boolean widest, boolean tight) {
        LazyRows lazyRows = itemSequence.rows();
        String faults = lazyRows == null ? "" : widest ? lazyRows.allFaults() : lazyRows.faults();
        return tight && !faults.isEmpty() ? Notices.FAULTY : faults;
    }

    private @Nullable Position previous(Position at) {
        int start = startOf(at.page() - 1);
        return start < 0 ? null : new Position(start, at.page() - 1);
    }
}
