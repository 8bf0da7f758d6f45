package dev.plimsoll.shape;

import dev.plimsoll.shape.LiveItems.Part;

/** The page header for items that are read on demand. */
record LivePageHeader(ItemSequence items, LazyRows rows, Part part) implements PageHeader {

    @Override
    public String total() {
        return part.total(rows.exact());
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.live(resultFacts, part.noun(), rows, span);
    }

    @Override
    public boolean outlined() {
        return part == Part.ITEMS;
    }

    @Override
    public boolean leadsBack(ShapeTask shapeTask) {
        return part != Part.ITEMS;
    }

    @Override
    public boolean advises(boolean more) {
        return more && part == Part.ITEMS;
    }

    @Override
    public void next(ShapeTask shapeTask, boolean more, AnswerDraft answerDraft) {
        NextCalls.forItems(shapeTask, items, answerDraft);
    }
}
