package dev.plimsoll.shape;

/** What the header of a page says of a sequence: items of a list, matches of a search, results of a query. */
interface PageHeader {

    /**
     * The page that a header stands on.
     *
     * @param folded how many items are shortened
     * @param nameless whether one of those has no path
     */
    record Span(long first, long last, long total, boolean more, int folded, boolean nameless) {}

    /** The name of the field that counts all of them. */
    String total();

    String notice(ResultFacts resultFacts, Span span);

    /** Whether the sequence is the part itself, so that an outline of its items helps. */
    default boolean outlined() {
        return false;
    }

    /** Whether a page without a next one has a cursor to the whole part. */
    default boolean leadsBack(ShapeTask shapeTask) {
        return false;
    }

    /** Whether there are calls to go on with from a first page. */
    boolean advises(boolean more);

    /** Those calls. */
    void next(ShapeTask shapeTask, boolean more, AnswerDraft answerDraft);
}
