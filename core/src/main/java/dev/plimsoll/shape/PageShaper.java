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

/** Cuts a sequence into pages: as many items as fit the budget, at most a page's count, large ones folded. */
final class PageShaper implements Cutter {

    private static final int OUTLINE_SHARE = 20;

    private final Task task;
    private final Items items;
    private final Frame frame;
    private final Bounds.Starts starts;
    private final Bounds.Rooms rooms;
    private final PageFiller filler;
    private final Telling telling;
    private final boolean tables;
    private boolean outlined;
    private @Nullable String advice;
    private @Nullable Draft outline;

    PageShaper(Task task, Items items, Frame frame, Bounds bounds) {
        this(task, items, frame, bounds, false);
    }

    /** With {@code tables} a page is a table where that pays. */
    PageShaper(Task task, Items items, Frame frame, Bounds bounds, boolean tables) {
        this.task = task;
        this.tables = tables;
        this.items = items;
        this.frame = frame;
        this.telling = items.telling();
        this.filler = new PageFiller(task, items, frame.form().isEmpty());
        this.starts = bounds.of(new Bounds.Key(task.view(), task.firstPage()));
        this.rooms = starts.rooms(this::findRooms);
    }

    @Override
    public Shaped page() {
        Position at = task.at();
        Filled cut = cut(at, items.count());
        return written(at, cut);
    }

    @Override
    public Shaped pages(int count) {
        Position at = task.at();
        int end = at.start();
        int fitting = at.start();
        for (int i = 0; i < count && items.has(end); i++) {
            Position page = new Position(end, at.page() + i);
            end = cut(page, items.count()).end();
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

    /** Where the next page begins; beyond everything when there is none. */
    private int endOfPageAt(int start) {
        int end = cutAt(start);
        return items.has(end) ? end : Integer.MAX_VALUE;
    }

    private int cutAt(int start) {
        // page 1 alone differs, by what stands around it; the number itself only has to be wide enough
        Position at = start == task.view().start() ? task.view().first() : new Position(start, 2);
        return cut(at, items.count()).end();
    }

    private Filled cut(Position at, int limit) {
        return cut(at, limit, task.view().pageSize());
    }

    private Filled cut(Position at, int limit, int most) {
        Filled cut = filled(at, limit, most);
        while (cut.end() - cut.start() > 1 && !hasRoomTwice(at, cut)) {
            cut = filled(at, limit, (cut.end() - cut.start()) * 3 / 4);
        }
        return cut;
    }

    /** Whether there is room for the records in the text that they came in as well, where a schema asks for that. */
    private boolean hasRoomTwice(Position at, Filled cut) {
        if (!sliced() || !task.bound() || task.target().records() == null) {
            return true;
        }
        Draft text = frame.bare(declared(cut), task.draft());
        int tokens = around(at, cut) + cut.body().tokens();
        return text == null || task.budgetAt(at).holds(tokens + text.tokens(), text.bytes());
    }

    private Filled filled(Position at, int limit, int most) {
        int last = (int) Math.min(limit, (long) at.start() + most);
        Budget room = room(at);
        Budget budget = task.budgetAt(at);
        Filled list = filler.fill(at.start(), last, budget, room, Listing.of(items));
        Table table = tables ? Table.like(task, items, at.start(), list.end(), room) : null;
        if (table == null) {
            return list;
        }
        Filled rows = filler.fill(at.start(), last, budget, table.room(room), table);
        return rows.showsAllOf(list) && table.pays(rows, around(at, rows)) && table.isTrue(rows) ? rows : list;
    }

    private int around(Position at, Filled cut) {
        Header header = header(at, cut, false, rooms.tight());
        Draft around = task.draft();
        frame.open(around, header, at.isStart());
        frame.close(around, header, at.isStart());
        return around.tokens();
    }

    /** What is left for items on the page that begins here, once header and frame are paid for. */
    private Budget room(Position at) {
        return at.isStart() ? rooms.first() : rooms.others();
    }

    private Bounds.Rooms findRooms() {
        boolean tight = Header.isLarge(widest(Position.FIRST, false), task);
        Budget others = findRoom(new Position(1, 2), tight);
        boolean fromStart = task.view().start() == 0;
        return new Bounds.Rooms(tight, fromStart ? findRoom(Position.FIRST, tight) : others, others);
    }

    private Budget findRoom(Position at, boolean tight) {
        Draft around = task.draft();
        Header widest = widest(at, tight);
        boolean first = at.isStart();
        frame.open(around, widest, first);
        frame.close(around, widest, first);
        return task.sliced(task.room(at, around), frame.bare(task.draft(), task.draft()));
    }

    private Header widest(Position at, boolean withoutHints) {
        int end = items.rows() == null ? items.count() : Integer.MAX_VALUE;
        Filled all = new Filled(at.start(), end, task.draft(), List.of(), 0, Listing.of(items));
        return header(at, all, true, withoutHints);
    }

    private boolean sliced() {
        return task.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
    }

    private Shaped written(Position at, Filled cut) {
        Header header = header(at, cut, false, rooms.tight());
        Draft main = task.draft();
        boolean first = at.isStart();
        frame.open(main, header, first);
        main.append(cut.body());
        frame.close(main, header, first);
        Draft shown = hasRoomTwice(at, cut) ? declared(cut) : declaredEmpty(cut);
        Draft slice = sliced() ? frame.bare(shown, task.draft()) : null;
        return new Shaped(null, main, true, header, frame.outcome(), false, slice, null);
    }

    /** The items as the tool declares them: those that were read from a text are a text. */
    private Draft declared(Filled cut) {
        Slice text = items.text(cut.start(), cut.end());
        return text == null ? cut.body() : task.draft().string(text);
    }

    /** The same of none of the items, which stand in the text alone. */
    private Draft declaredEmpty(Filled cut) {
        Slice text = items.text(cut.start(), cut.start());
        return text == null ? task.draft().ascii("[]") : task.draft().string(text);
    }

    /** What the items look like, as richly as a twentieth of the budget allows; null when not even the poorest fits. */
    private @Nullable Draft outline() {
        if (!outlined) {
            outlined = true;
            Outline found = telling.outlined() ? Outline.of(items) : null;
            for (int tries = 0; found != null && outline == null && tries < 2; tries++) {
                Draft draft = task.draft();
                found.writeTo(draft, tries == 0);
                outline = draft.tokens() <= task.firstPage().tokens() / OUTLINE_SHARE ? draft : null;
            }
        }
        return outline;
    }

    /** The next page; where there is none, what else may be read with. */
    private void onward(Header header, @Nullable Seat next, Position at, List<FoldedItem> folded) {
        if (next != null) {
            header.cursor("nextCursor", next);
        } else if (telling.leadsBack(task)) {
            header.cursor("cursor", task.allPages());
        } else if (!folded.isEmpty() && telling.outlined()) {
            header.cursor("cursor", task.seat(at.shownOn(ShownOn.PAGE_ITSELF)));
        }
    }

    private Header header(Position at, Filled cut, boolean widest, boolean withoutHints) {
        Header header = new Header(withoutHints, frame.form());
        int end = cut.end();
        boolean more = widest || items.has(end);
        long total = widest ? end : items.total(end);
        List<FoldedItem> folded = cut.folded();
        long first = widest ? total : Math.min(total, at.start() + 1L);
        int folds = widest ? 99 : folded.size();
        boolean nameless =
                widest || folded.stream().anyMatch(fold -> fold.path().isEmpty());
        Telling.Span span = new Telling.Span(first, end, total, more, folds, nameless);
        boolean walking = walks(at, more, widest) && !withoutHints;
        String lead = walking ? Notices.instead(task.about(), false, advice()) + " " : "";
        About about = about(at.isStart() && !withoutHints, widest);
        header.notice(lead
                + telling.notice(about, span)
                + fitting(widest ? 0 : end - at.start(), more)
                + cut.listing().told()
                + faults(widest, withoutHints));
        if (walking) {
            header.walking();
        }
        String path = frame.pointer().toString();
        if (!path.isEmpty()) {
            header.text("path", path);
        }
        header.number(telling.total(), total).range(first, end).flag("hasMore", more);
        if (!cut.listing().told().isEmpty()) {
            header.text("encoding", "table");
        }
        Seat next = more ? task.seat(new Position(end, Math.min(at.page() + 1, Position.MAX_PAGE))) : null;
        onward(header, next, at, folded);
        Position previous = at.page() == 1 ? null : widest ? Position.FIRST : previous(at);
        Seat before = previous == null ? null : task.seat(previous.shownOn(ShownOn.PAGE_AFTER));
        if (before != null) {
            header.cursor("previousCursor", before);
        }
        header.showing(new Extent(first, end, total, at.page(), next, before)).costs(task.about());
        Draft shown = at.isStart()
                        && more
                        && frame.form().isEmpty()
                        && task.view().fields().isEmpty()
                ? outline()
                : null;
        if (shown != null) {
            header.hint("outline", draft -> draft.append(shown));
        }
        filters(header, at);
        // where the ways on are URIs, the notice has them
        boolean calls = (at.isStart() || walking) && !task.about().uris() && items.has(0);
        if (calls) {
            next(header, walking, more, folded);
        }
        if (!folded.isEmpty()) {
            header.json("folded", draft -> FoldedItem.write(folded, draft));
        }
        return header;
    }

    /** There is always room to say that the source has changed, so that a page keeps its bounds then. */
    private About about(boolean holding, boolean widest) {
        About about = holding ? task.about() : task.about().holding("");
        return widest ? about.afterChange() : about;
    }

    private void next(Header header, boolean walking, boolean more, List<FoldedItem> folded) {
        if (walking) {
            header.hint("next", draft -> NextCalls.forWalk(task, advice(), draft));
        } else if (telling.advises(more)) {
            header.hint("next", draft -> telling.next(task, more, draft));
        } else if (!folded.isEmpty() && !folded.get(0).path().isEmpty()) {
            String path = folded.get(0).path();
            header.hint("next", draft -> NextCalls.forPath(task, "cursor", path, draft));
        }
    }

    private void filters(Header header, Position at) {
        Rows rows = at.isStart() && telling.outlined() ? items.rows() : null;
        if (rows != null && !rows.filters().isEmpty()) {
            header.hint("filters", draft -> draft.string(Notices.filters(rows)));
        }
    }

    /** Whether a page tells of a better way than page after page: there is room for that on every page but the first. */
    private boolean walks(Position at, boolean more, boolean widest) {
        boolean late = widest ? !at.isStart() : more && at.page() >= WALK;
        boolean told =
                Notices.isRepeated(task.view().told()) || !task.view().fields().isEmpty();
        return late && !told && !advice().isEmpty();
    }

    @Override
    public String advice() {
        String known = advice;
        if (known == null) {
            known = telling.outlined() && items.has(0) ? NextCalls.narrowing(task, items) : "";
            advice = known;
        }
        return known;
    }

    /** Says how many items fit, where the caller asks for more of them. */
    private String fitting(int shown, boolean more) {
        int asked = task.view().pageSize();
        Policy policy = task.policy();
        boolean named = asked != policy.get(Policy.DEFAULT_PAGE_SIZE)
                && !policy.get(Policy.STYLE).literal();
        return named && more && shown < asked ? Notices.fitting(asked, shown) : "";
    }

    /** What is wrong with a source, or could be: there is always room to say it. */
    private String faults(boolean widest, boolean tight) {
        Rows rows = items.rows();
        String faults = rows == null ? "" : widest ? rows.allFaults() : rows.faults();
        return tight && !faults.isEmpty() ? Notices.FAULTY : faults;
    }

    private @Nullable Position previous(Position at) {
        int start = startOf(at.page() - 1);
        return start < 0 ? null : new Position(start, at.page() - 1);
    }
}
