package dev.plimsoll.testkit.crooked.shape.style;

import org.jspecify.annotations.NullMarked;

/** A style. Classes outside this package must not depend on its implementations. */
@NullMarked
public interface Style {
    int width();
}
