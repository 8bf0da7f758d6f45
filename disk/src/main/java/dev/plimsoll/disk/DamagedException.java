package dev.plimsoll.disk;

import java.io.IOException;

/** Exception that reports that a file, or a part of it, differs from the bytes that were written. */
final class DamagedException extends IOException {

    DamagedException(String message) {
        super(message);
    }
}
