package dev.plimsoll.testkit.violation;

import org.jspecify.annotations.NullMarked;

/** Entry point of the sample classes, which break every dependency rule to show that the rules can fail. */
@NullMarked
public final class Entry {

    private Entry() {}

    public static String name() {
        return "entry";
    }
}
