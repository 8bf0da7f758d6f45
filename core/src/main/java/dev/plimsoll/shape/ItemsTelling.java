package dev.plimsoll.shape;

import dev.plimsoll.json.JsonType;

/** Of the items of a list, or the members of an object. */
record ItemsTelling(Items items) implements Telling {

    @Override
    public String total() {
        return "totalCount";
    }

    @Override
    public String notice(About about, Span span) {
        return Notices.page(about, items.source() == JsonType.OBJECT ? "members" : "items", span);
    }

    @Override
    public boolean outlined() {
        return true;
    }

    @Override
    public boolean advises(boolean more) {
        return more;
    }

    @Override
    public void next(Task task, boolean more, Draft draft) {
        NextCalls.forItems(task, items, draft);
    }
}
