package dev.plimsoll.shape;

/** What the header of a page says of a sequence: items of a list, matches of a search, results of a query. */
interface Telling {

    /**
     * The page that a header stands on.
     *
     * @param folded how many items are shortened
     * @param nameless whether one of those has no path
     */
    record Span(long first, long last, long total, boolean more, int folded, boolean nameless) {}

    /** The name of the field that counts all of them. */
    String total();

    String notice(About about, Span span);

    /** Whether the sequence is the part itself: then an outline of its items helps, and its own cursors lead through it. */
    boolean outlined();

    /** Calls to go on with from a first page. */
    void next(Task task, boolean more, Draft draft);
}
