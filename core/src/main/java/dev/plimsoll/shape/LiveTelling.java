package dev.plimsoll.shape;

import dev.plimsoll.shape.LiveItems.Part;

/** Of items that come as they are asked for. */
record LiveTelling(Items items, Rows rows, Part part) implements Telling {

    @Override
    public String total() {
        return part.total(rows.exact());
    }

    @Override
    public String notice(About about, Span span) {
        return Notices.live(about, part.noun(), rows, span);
    }

    @Override
    public boolean outlined() {
        return part == Part.ITEMS;
    }

    @Override
    public boolean leadsBack(Task task) {
        return part != Part.ITEMS;
    }

    @Override
    public boolean advises(boolean more) {
        return more && part == Part.ITEMS;
    }

    @Override
    public void next(Task task, boolean more, Draft draft) {
        NextCalls.forItems(task, items, draft);
    }
}
