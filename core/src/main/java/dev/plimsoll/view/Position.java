package dev.plimsoll.view;

/**
 * Where a page of a view begins. Fits the 56 bits that a cursor has for it.
 *
 * @param start index of the first item, or offset of the first byte of a text
 * @param page its number in the view, from 1
 * @param shownOn the page that shows a cursor to here
 */
public record Position(int start, int page, ShownOn shownOn) {

    private static final int PAGE_BITS = 20;
    private static final int START_BITS = 31;
    private static final int START_MASK = Integer.MAX_VALUE;

    public static final Position FIRST = new Position(0, 1);

    /** The highest page number that a cursor can carry. */
    public static final int MAX_PAGE = (1 << PAGE_BITS) - 1;

    /** The page that shows a cursor, seen from the page that the cursor reads: what {@code direction} counts from. */
    public enum ShownOn {
        /** its {@code nextCursor}; also every cursor that is shown on no page of the view */
        PAGE_BEFORE(0),
        /** its {@code cursor} */
        PAGE_ITSELF(1),
        /** its {@code previousCursor} */
        PAGE_AFTER(2);

        private final int code;

        ShownOn(int code) {
            this.code = code;
        }
    }

    public Position {
        if (start < 0 || page < 1 || page > MAX_PAGE) {
            throw new IllegalArgumentException("no such position: start " + start + ", page " + page);
        }
    }

    public Position(int start, int page) {
        this(start, page, ShownOn.PAGE_BEFORE);
    }

    /** The same position in a cursor that this page shows. */
    public Position shownOn(ShownOn other) {
        return new Position(start, page, other);
    }

    /** The number of the page before the one that shows the cursor to here; below 1 where there is none. */
    public int previousPage() {
        return page - 2 + shownOn.code;
    }

    /** Whether the very first page begins here: the one that carries what stands around the cut part. */
    public boolean isStart() {
        return start == 0 && page == 1;
    }

    public long packed() {
        return ((long) shownOn.code << START_BITS | start) << PAGE_BITS | page;
    }

    public static Position unpacked(long packed) {
        int shown = (int) (packed >>> (START_BITS + PAGE_BITS));
        ShownOn[] all = ShownOn.values();
        return new Position(
                (int) (packed >>> PAGE_BITS) & START_MASK,
                (int) (packed & MAX_PAGE),
                all[Math.min(shown, all.length - 1)]);
    }
}
