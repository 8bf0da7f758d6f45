package dev.plimsoll.cursor;

/**
 * How often one reader has been wrong. Whoever tries cursors in turn has to wait, and then right ones have to wait, too: else
 * waiting would cost nothing.
 */
public interface CursorGuessLimiter {

    /** Of a reader who may be wrong at will, as one who has the key may. */
    CursorGuessLimiter UNCOUNTED = new CursorGuessLimiter() {
        @Override
        public long waitSeconds() {
            return 0;
        }

        @Override
        public void wrong() {}
    };

    /** Seconds until another cursor of this reader is looked at; 0: now. */
    long waitSeconds();

    /** It had the looks of a cursor, and was none of this reader's. */
    void wrong();
}
