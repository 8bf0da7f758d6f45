package dev.plimsoll.testkit.violation.shape;

import org.jspecify.annotations.NullMarked;

/** A class on which {@code cursor} must not depend. */
@NullMarked
public record Cut(int at) {

    public int tokens() {
        return at;
    }
}
