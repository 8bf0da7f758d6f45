package dev.plimsoll.testkit.crooked;

import org.jspecify.annotations.NullMarked;

/** Together with the packages below, breaks every dependency rule, to show that the rules can fail. */
@NullMarked
public final class Entry {

    private Entry() {}

    public static String name() {
        return "entry";
    }
}
