package dev.plimsoll.shape;

/**
 * Of what a query has given.
 *
 * @param noun outputs of the query, or what is in its only one
 * @param total the name of the field that counts them
 */
record ResultPageHeader(String noun, String total) implements PageHeader {

    @Override
    public String notice(ResultFacts resultFacts, Span span) {
        return Notices.results(resultFacts, noun, span);
    }

    @Override
    public boolean leadsBack(ShapeTask shapeTask) {
        return shapeTask.fresh();
    }

    @Override
    public boolean advises(boolean more) {
        return false;
    }

    @Override
    public void next(ShapeTask shapeTask, boolean more, AnswerDraft answerDraft) {
        throw new IllegalStateException("a query has no calls to go on with");
    }
}
