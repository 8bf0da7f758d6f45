package dev.plimsoll.shape;

/** Cuts one view of a target into pages. */
public interface TextCutter {

    /** First page with a notice that advises a better call than page after page; the last page never has it. */
    int FIRST_ADVICE_PAGE = 4;

    /** Returns the page at the position of the task. */
    ShapedText page();

    /** Returns that page and as many complete following pages as fit, at most {@code count} together. */
    ShapedText pages(int count);

    /** Returns the start of a page of this view, counted from 1; -1 if there is no such page. */
    int startOf(int page);

    /**
     * Returns the arguments that read more of the target than its next page does, as written in a notice; empty if there are
     * none.
     */
    String advice();
}
