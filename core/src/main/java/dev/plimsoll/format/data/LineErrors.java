package dev.plimsoll.format.data;

/**
 * Errors in the lines of a text that do not fit its format.
 *
 * @param unreadableLines the number of lines that are not records: each becomes an item {@code {line, text}}
 * @param unevenRecords the number of records with fewer or more values than there are columns
 * @param firstLine the number of the first line with an error, from 1; 0 if there are no errors
 */
public record LineErrors(int unreadableLines, int unevenRecords, int firstLine) {

    /** No errors. */
    public static final LineErrors NONE = new LineErrors(0, 0, 0);

    /** Minimum number of records for each unreadable line. */
    private static final int MIN_RECORDS_PER_UNREADABLE_LINE = 100;

    /** Minimum number of records for each uneven record. */
    private static final int MIN_RECORDS_PER_UNEVEN_RECORD = 10;

    /** Number of errors of each type up to which a text is always read further. */
    private static final int MAX_EARLY_ERRORS = 16;

    /** Returns a copy with one more line that is not a record. */
    public LineErrors withUnreadableLine(int line) {
        return new LineErrors(unreadableLines + 1, unevenRecords, firstLine == 0 ? line : firstLine);
    }

    /** Returns a copy with one more record that has too few or too many values. */
    public LineErrors withUnevenRecord(int line) {
        return new LineErrors(unreadableLines, unevenRecords + 1, firstLine == 0 ? line : firstLine);
    }

    /** Returns whether a text with this many records may have these errors. */
    public boolean isTolerable(int records) {
        return (long) unreadableLines * MIN_RECORDS_PER_UNREADABLE_LINE <= records
                && (long) unevenRecords * MIN_RECORDS_PER_UNEVEN_RECORD <= records;
    }

    /**
     * Returns whether there are so many errors that the rest of the text is unlikely to make them tolerable: half as
     * many would be too many for the records so far.
     */
    public boolean isIrrecoverable(int records) {
        return (unreadableLines > MAX_EARLY_ERRORS && !new LineErrors(unreadableLines / 2, 0, 0).isTolerable(records))
                || (unevenRecords > MAX_EARLY_ERRORS && !new LineErrors(0, unevenRecords / 2, 0).isTolerable(records));
    }
}
