package dev.plimsoll.cursor;

/** Limit of the invalid cursors of one caller. Valid cursors are never limited. */
public interface CursorGuessLimiter {

    /** Limiter without a limit, for trusted callers such as the owner of the key. */
    CursorGuessLimiter UNLIMITED = new CursorGuessLimiter() {
        @Override
        public long waitSeconds() {
            return 0;
        }

        @Override
        public void recordWrongCursor() {}
    };

    /**
     * Returns the seconds for which further invalid cursors of this caller are refused as guesses; 0 if the
     * next one counts as a mistake.
     */
    long waitSeconds();

    /** Counts a text that has the form of a cursor but is not a cursor of this caller. */
    void recordWrongCursor();
}
