package dev.plimsoll.cursor;

/** Limits the invalid cursors of one caller. Valid cursors are never limited. */
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

    /** Returns the seconds until another invalid cursor of this caller counts as a mistake; 0 if there is no wait. */
    long waitSeconds();

    /** Counts a text that has the form of a cursor but is not a cursor of this caller. */
    void recordWrongCursor();
}
