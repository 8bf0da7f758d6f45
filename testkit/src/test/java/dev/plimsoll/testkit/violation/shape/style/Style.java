package dev.plimsoll.testkit.violation.shape.style;

import org.jspecify.annotations.NullMarked;

/** A style. Classes outside this package must not depend on its implementations. */
@NullMarked
public interface Style {
    int width();
}
