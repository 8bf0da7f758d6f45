package dev.plimsoll.disk;

import java.io.IOException;

/** A file, or a part of it, is not what was written. */
final class DamagedException extends IOException {

    DamagedException(String what) {
        super(what);
    }
}
