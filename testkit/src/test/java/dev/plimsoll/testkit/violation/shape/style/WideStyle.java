package dev.plimsoll.testkit.violation.shape.style;

import dev.plimsoll.testkit.violation.shape.Cut;
import org.jspecify.annotations.NullMarked;

/** Counts tokens, which a style must not do. */
@NullMarked
public final class WideStyle implements Style {

    @Override
    public int width() {
        return new Cut(1).tokens();
    }
}
