package dev.plimsoll.cursor;

/** Not a cursor of this caller: mistyped, somebody else's, forged or sealed with an unknown key. It does not say which. */
public final class CursorRejectedException extends RuntimeException {

    CursorRejectedException() {
        super("not a cursor that was given to this caller");
    }
}
