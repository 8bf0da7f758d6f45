package dev.plimsoll.cursor;

/**
 * Exception for a text that is not a cursor of this caller: mistyped, another caller's, forged, or signed with an
 * unknown key. The exception does not reveal which.
 */
public final class CursorRejectedException extends RuntimeException {

    CursorRejectedException() {
        super("not a cursor of this caller");
    }
}
