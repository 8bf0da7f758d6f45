package dev.plimsoll.view;

/**
 * Where a page of a view begins. Fits the 56 bits that a cursor has for it.
 *
 * @param start index of the first item, or offset of the first byte of a text
 * @param page its number in the view, from 1
 */
public record Position(int start, int page) {

    private static final int PAGE_BITS = 20;

    public static final Position FIRST = new Position(0, 1);

    /** The highest page number that a cursor can carry. */
    public static final int MAX_PAGE = (1 << PAGE_BITS) - 1;

    public Position {
        if (start < 0 || page < 1 || page > MAX_PAGE) {
            throw new IllegalArgumentException("no such position: start " + start + ", page " + page);
        }
    }

    /** Whether the very first page begins here: the one that carries what stands around the cut part. */
    public boolean isStart() {
        return start == 0 && page == 1;
    }

    public long packed() {
        return (long) start << PAGE_BITS | page;
    }

    public static Position unpacked(long packed) {
        return new Position((int) (packed >>> PAGE_BITS), (int) (packed & MAX_PAGE));
    }
}
