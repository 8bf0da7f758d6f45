package dev.plimsoll.format.data;

/**
 * Errors in the lines of a text that do not fit its format.
 *
 * @param unread the number of lines that are not records: each becomes an item {@code {line, text}}
 * @param uneven the number of records with fewer or more values than there are columns
 * @param first the number of the first of all these lines, from 1; 0 if there are none
 */
public record LineErrors(int unread, int uneven, int first) {

    /** No errors. */
    public static final LineErrors NONE = new LineErrors(0, 0, 0);

    /** At most one line in this many may be unread. */
    private static final int UNREAD_SHARE = 100;

    /** At most one record in this many may be uneven. */
    private static final int UNEVEN_SHARE = 10;

    /** Number of errors that any text may have at its beginning. */
    private static final int MAX_EARLY_ERRORS = 16;

    /** Returns a copy with one more line that is not a record. */
    public LineErrors withUnread(int line) {
        return new LineErrors(unread + 1, uneven, first == 0 ? line : first);
    }

    /** Returns a copy with one more record that has too few or too many values. */
    public LineErrors withUneven(int line) {
        return new LineErrors(unread, uneven + 1, first == 0 ? line : first);
    }

    /** Returns whether a text with this many records may have these errors. */
    public boolean isTolerable(int records) {
        return (long) unread * UNREAD_SHARE <= records && (long) uneven * UNEVEN_SHARE <= records;
    }

    /**
     * Returns whether there are so many errors that the rest of the text is unlikely to compensate for them:
     * even half as many would be too many for the records until now.
     */
    public boolean isHopeless(int records) {
        return (unread > MAX_EARLY_ERRORS && !new LineErrors(unread / 2, 0, 0).isTolerable(records))
                || (uneven > MAX_EARLY_ERRORS && !new LineErrors(0, uneven / 2, 0).isTolerable(records));
    }
}
