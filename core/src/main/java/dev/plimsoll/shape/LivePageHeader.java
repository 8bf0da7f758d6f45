package dev.plimsoll.shape;

import dev.plimsoll.shape.LiveItems.ItemKind;

/** The page header for items that are read on demand. */
record LivePageHeader(ItemSequence items, LazyRows rows, ItemKind part) implements PageHeader {

    @Override
    public String total() {
        return part.total(rows.isTotalExact());
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.live(resultFacts, part.noun(), rows, span);
    }

    @Override
    public boolean hasOutline() {
        return part == ItemKind.ITEMS;
    }

    @Override
    public boolean hasBackCursor(ShapeTask shapeTask) {
        return part != ItemKind.ITEMS;
    }

    @Override
    public boolean hasNextCalls(boolean more) {
        return more && part == ItemKind.ITEMS;
    }

    @Override
    public void writeNextCalls(ShapeTask shapeTask, boolean more, AnswerDraft answerDraft) {
        NextCalls.forItems(shapeTask, items, answerDraft);
    }
}
