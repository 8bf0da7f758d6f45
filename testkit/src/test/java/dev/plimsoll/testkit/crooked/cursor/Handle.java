package dev.plimsoll.testkit.crooked.cursor;

import dev.plimsoll.testkit.crooked.policy.StyleId;
import dev.plimsoll.testkit.crooked.shape.Cut;
import dev.plimsoll.testkit.crooked.shape.style.WideStyle;
import org.jspecify.annotations.NullMarked;

/** Depends on shaping and on one style, and asks which style is active: all of that is forbidden. */
@NullMarked
public record Handle(Cut cut, WideStyle style) {

    public boolean isWide(StyleId active) {
        return active.equals(new StyleId("wide"));
    }
}
