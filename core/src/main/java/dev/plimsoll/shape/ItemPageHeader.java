package dev.plimsoll.shape;

import dev.plimsoll.json.JsonType;

/** The page header for the items of a list or the members of an object. */
record ItemPageHeader(ListedItems items) implements PageHeader {

    @Override
    public String total() {
        return "totalCount";
    }

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.page(resultFacts, items.sourceType() == JsonType.OBJECT ? "members" : "items", span);
    }

    @Override
    public boolean hasOutline() {
        return true;
    }

    @Override
    public boolean hasNextCalls(boolean more) {
        return more;
    }

    @Override
    public void writeNextCalls(ShapeTask shapeTask, boolean more, AnswerDraft answerDraft) {
        NextCalls.forItems(shapeTask, items, answerDraft);
    }
}
