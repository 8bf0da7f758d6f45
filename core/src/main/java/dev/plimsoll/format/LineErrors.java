package dev.plimsoll.format;

/**
 * The lines of a text that do not fit its format.
 *
 * @param unread lines that are no record: each is an item {@code {line, text}}
 * @param uneven records with fewer or more values than there are columns
 * @param first the number of the first of all these lines, from 1; 0 where there is none
 */
public record LineErrors(int unread, int uneven, int first) {

    static final LineErrors NONE = new LineErrors(0, 0, 0);

    /** One line in so many may be unread. */
    private static final int UNREAD_SHARE = 100;

    /** One record in so many may be uneven. */
    private static final int UNEVEN_SHARE = 10;

    /** Faults that a beginning may have, whatever its length. */
    private static final int FEW = 16;

    LineErrors withUnread(int line) {
        return new LineErrors(unread + 1, uneven, first == 0 ? line : first);
    }

    LineErrors withUneven(int line) {
        return new LineErrors(unread, uneven + 1, first == 0 ? line : first);
    }

    /** Returns whether a text of so many records may have these faults. */
    boolean isTolerable(int records) {
        return (long) unread * UNREAD_SHARE <= records && (long) uneven * UNEVEN_SHARE <= records;
    }

    /** Returns whether nothing that follows so many records can make up for these faults, most likely. */
    boolean isHopeless(int records) {
        return (unread > FEW && !new LineErrors(unread / 2, 0, 0).isTolerable(records))
                || (uneven > FEW && !new LineErrors(0, uneven / 2, 0).isTolerable(records));
    }
}
