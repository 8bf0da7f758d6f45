package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.policy.Style;
import dev.plimsoll.telemetry.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A page of items under exactly the keys of a style: what stands around the list in an object comes with modes full and
 * summary and by path.
 *
 * @param inner the frame of our own form for the same list
 * @param size bytes of the whole document
 */
record LiteralFrame(Style style, Frame inner, Task task, long size) implements Frame {

    @Override
    public String form() {
        return style.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Outcome outcome() {
        return style == Style.GUIDE ? Outcome.GUIDED : Outcome.PAGINATED;
    }

    @Override
    public JsonPointer pointer() {
        return inner.pointer();
    }

    @Override
    public @Nullable Draft bare(Draft cut, Draft into) {
        return inner.bare(cut, into);
    }

    @Override
    public void open(Draft draft, Header header, boolean firstPage) {
        Extent extent = header.extent();
        switch (style) {
            case LIST -> {
                draft.ascii("{\"count\":").number(extent.total());
                draft.ascii(",\"data_size\":").number(size);
                cursor("next", extent.next(), draft.ascii(","));
                cursor("previous", extent.previous(), draft.ascii(","));
                draft.ascii(",\"results\":");
            }
            case GUIDE -> draft.ascii("{\"data\":");
            default -> draft.ascii("{\"items\":");
        }
    }

    @Override
    public void close(Draft draft, boolean firstPage) {
        draft.ascii("}");
    }

    @Override
    public void close(Draft draft, Header header, boolean firstPage) {
        Extent extent = header.extent();
        switch (style) {
            case PROBE -> probe(extent, draft);
            case CURSOR -> pagination(extent, draft);
            case GUIDE -> metadata(extent, draft);
            default -> end(draft);
        }
    }

    /** One more key, where the result says that there is more. */
    private void end(Draft draft) {
        task.about().more().writeMember(draft, task.budget().tokens());
        draft.ascii("}");
    }

    private void probe(Extent extent, Draft draft) {
        draft.ascii(",\"page\":").number(extent.page());
        // how many items a page of the sequence has: where the budget allows no more, that is less than was asked for
        boolean cut = extent.last() < extent.total();
        long shown = extent.last() - extent.first() + 1;
        draft.ascii(",\"page_size\":").number(cut ? shown : task.view().pageSize());
        draft.ascii(",\"total\":").number(extent.total());
        draft.ascii(",\"has_more\":" + (extent.next() != null));
        if (extent.next() != null) {
            cursor("nextCursor", extent.next(), draft.ascii(","));
        }
        end(draft);
    }

    private void pagination(Extent extent, Draft draft) {
        Occasion occasion = task.about().occasion();
        cursor("cursor_id", extent.next(), draft.ascii(","));
        draft.ascii(",\"has_more\":" + (extent.next() != null));
        draft.ascii(",\"pagination\":{\"estimated_total\":").number(extent.total());
        draft.ascii(",\"total_fetched\":").number(extent.last());
        draft.ascii(",\"remaining\":").number(extent.total() - extent.last());
        draft.ascii(",\"fetch_time_ms\":").number(occasion.fetchMillis());
        if (!occasion.fresh()) {
            draft.ascii(",\"cursor_age\":").number(occasion.ageSeconds());
        }
        cursor("previous", extent.previous(), draft.ascii(","));
        end(draft.ascii("}"));
    }

    private void metadata(Extent extent, Draft draft) {
        long shown = extent.total() == 0 ? 0 : extent.last() - extent.first() + 1;
        draft.ascii(",\"metadata\":{\"originalCount\":").number(extent.total());
        draft.ascii(",\"displayedCount\":").number(shown);
        draft.ascii(",\"truncated\":" + (shown < extent.total()) + ",\"paginationHint\":");
        String which = extent.first() <= 1 ? "first " + shown : extent.first() + " to " + extent.last();
        draft.string("Showing " + which + " of " + extent.total() + " items.");
        if (extent.next() != null) {
            cursor("nextCursor", extent.next(), draft.ascii(","));
        }
        end(draft.ascii("}"));
    }

    private static void cursor(String name, @Nullable Seat seat, Draft draft) {
        draft.field(name);
        if (seat == null) {
            draft.ascii("null");
        } else {
            draft.ascii("\"").cursor(seat).ascii("\"");
        }
    }
}
