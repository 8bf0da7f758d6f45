package dev.plimsoll.testkit.crooked;

import org.jspecify.annotations.NullMarked;

/** With the rooms below, code that breaks every rule for rooms: proof that the rules can fail. */
@NullMarked
public final class Entry {

    private Entry() {}

    public static String name() {
        return "entry";
    }
}
