package dev.plimsoll.shape;

/** Cuts one view of a target into pages. */
interface TextCutter {

    /** From this page on who reads page after page is told of a better way, on each that is not the last. */
    int WALK = 4;

    /** The page where the task stands. */
    ShapedText page();

    /** That page and as many of the following as fit whole, {@code count} in all at most. */
    ShapedText pages(int count);

    /** The start of a page of this view, from 1; -1 when there is none. */
    int startOf(int page);

    /** What gets more of the target than its next page: arguments, as a notice spells them; empty when there is nothing. */
    String advice();
}
