package dev.plimsoll.shape;

/** Cuts one view of a target into pages. */
public interface PageCutter {

    /**
     * Number of the first page whose notice advises a better call than reading page after page. The last page has no
     * such advice.
     */
    int FIRST_ADVICE_PAGE = 4;

    /** Returns the page at the position of the task. */
    ShapedText page();

    /**
     * Returns the page at the position of the task and as many complete pages after it as fit, at most {@code count}
     * pages.
     */
    ShapedText pages(int count);

    /** Returns the start of a page of this view, counted from 1; -1 if there is no such page. */
    int startOf(int page);

    /**
     * Returns the arguments of a call that reads more of the target than the next page, as a notice
     * shows them; empty if there is no such call.
     */
    String advice();
}
