package dev.plimsoll.testkit.crooked.shape.style;

import org.jspecify.annotations.NullMarked;

/** A form of answers, of which no class outside its package knows an implementation. */
@NullMarked
public interface Style {
    int width();
}
