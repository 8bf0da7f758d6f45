package dev.plimsoll.disk;

import java.io.IOException;

/** Thrown if a file, or a part of it, differs from what was written. */
final class DamagedException extends IOException {

    DamagedException(String message) {
        super(message);
    }
}
