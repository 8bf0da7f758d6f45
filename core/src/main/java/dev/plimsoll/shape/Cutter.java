package dev.plimsoll.shape;

/** Cuts one view of a target into pages. */
interface Cutter {

    /** The page where the task stands. */
    Shaped page();

    /** That page and as many of the following as fit whole, {@code count} in all at most. */
    Shaped pages(int count);

    /** The start of a page of this view, from 1; -1 when there is none. */
    int startOf(int page);
}
