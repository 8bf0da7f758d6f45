package dev.plimsoll.view;

/**
 * Position where a page of a view begins. It fits the 56 bits that a cursor has for it.
 *
 * @param start index of the first item, or offset of the first byte of a text
 * @param page number of the page in the view, from 1
 * @param shownOn page that shows a cursor to this position
 */
public record Position(int start, int page, ShownOn shownOn) {

    private static final int PAGE_BITS = 20;
    private static final int START_BITS = 31;
    private static final int START_MASK = Integer.MAX_VALUE;

    public static final Position FIRST = new Position(0, 1);

    /** Highest page number in a cursor. */
    public static final int MAX_PAGE = (1 << PAGE_BITS) - 1;

    /** Page that shows a cursor, relative to the page that the cursor reads. {@code direction} is relative to it. */
    public enum ShownOn {
        /** shown as its {@code nextCursor}; also for every cursor that no page of the view shows */
        PAGE_BEFORE(0),
        /** shown as its {@code cursor} */
        PAGE_ITSELF(1),
        /** shown as its {@code previousCursor} */
        PAGE_AFTER(2);

        private final int code;

        ShownOn(int code) {
            this.code = code;
        }
    }

    public Position {
        if (start < 0 || page < 1 || page > MAX_PAGE) {
            throw new IllegalArgumentException("invalid position: start " + start + ", page " + page);
        }
    }

    public Position(int start, int page) {
        this(start, page, ShownOn.PAGE_BEFORE);
    }

    /** Returns the same position for a cursor that is shown on this page. */
    public Position shownOn(ShownOn other) {
        return new Position(start, page, other);
    }

    /** Returns the number of the page before the one that shows the cursor. It is below 1 if there is none. */
    public int previousPage() {
        return page - 2 + shownOn.code;
    }

    /** Returns whether this is the first page, which also contains the data around the cut part. */
    public boolean isFirstPage() {
        return start == 0 && page == 1;
    }

    public long pack() {
        return ((long) shownOn.code << START_BITS | start) << PAGE_BITS | page;
    }

    public static Position unpack(long packed) {
        int shown = (int) (packed >>> (START_BITS + PAGE_BITS));
        ShownOn[] all = ShownOn.values();
        return new Position(
                (int) (packed >>> PAGE_BITS) & START_MASK,
                (int) (packed & MAX_PAGE),
                all[Math.min(shown, all.length - 1)]);
    }
}
