package dev.plimsoll.view;

/**
 * Position where a page of a view begins. It fits into the 56 bits that a cursor has for a position.
 *
 * @param start index of the first item, or offset of the first byte of a text
 * @param page number of the page in the view, from 1
 * @param cursorPage the page that shows the cursor, relative to the page at this position
 */
public record Position(int start, int page, CursorPage cursorPage) {

    private static final int PAGE_BITS = 20;
    private static final int START_BITS = 31;
    private static final int START_MASK = Integer.MAX_VALUE;

    public static final Position FIRST = new Position(0, 1);

    /** Highest page number in a cursor. */
    public static final int MAX_PAGE = (1 << PAGE_BITS) - 1;

    /**
     * Page that shows a cursor, relative to the page that the cursor reads. The argument {@code direction} is
     * relative to the page that shows the cursor.
     */
    public enum CursorPage {
        /**
         * Previous page, which shows the cursor as {@code nextCursor}. Also used for cursors that no page of the view
         * shows.
         */
        PREVIOUS_PAGE(0),
        /** Same page, which shows the cursor as {@code cursor}. */
        SAME_PAGE(1),
        /** Next page, which shows the cursor as {@code previousCursor}. */
        NEXT_PAGE(2);

        private final int code;

        CursorPage(int code) {
            this.code = code;
        }
    }

    public Position {
        if (start < 0 || page < 1 || page > MAX_PAGE) {
            throw new IllegalArgumentException("invalid position: start " + start + ", page " + page);
        }
    }

    public Position(int start, int page) {
        this(start, page, CursorPage.PREVIOUS_PAGE);
    }

    /** Returns this position for a cursor that another page shows. */
    public Position withCursorPage(CursorPage newCursorPage) {
        return new Position(start, page, newCursorPage);
    }

    /**
     * Returns the number of the page before the page that shows the cursor; a number below 1 if there is no such
     * page.
     */
    public int pageBeforeCursorPage() {
        return page - 2 + cursorPage.code;
    }

    /** Returns whether this is the first page, which also contains the data around the list or text. */
    public boolean isFirstPage() {
        return start == 0 && page == 1;
    }

    /** Returns the position in 56 bits, from which {@link #unpack} reads it. */
    public long pack() {
        return ((long) cursorPage.code << START_BITS | start) << PAGE_BITS | page;
    }

    public static Position unpack(long packed) {
        int cursorPageCode = (int) (packed >>> (START_BITS + PAGE_BITS));
        CursorPage[] cursorPages = CursorPage.values();
        return new Position(
                (int) (packed >>> PAGE_BITS) & START_MASK,
                (int) (packed & MAX_PAGE),
                cursorPages[Math.min(cursorPageCode, cursorPages.length - 1)]);
    }
}
