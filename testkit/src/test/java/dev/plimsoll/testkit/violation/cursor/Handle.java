package dev.plimsoll.testkit.violation.cursor;

import dev.plimsoll.testkit.violation.policy.StyleId;
import dev.plimsoll.testkit.violation.shape.Cut;
import dev.plimsoll.testkit.violation.shape.style.WideStyle;
import org.jspecify.annotations.NullMarked;

/** Depends on shaping and on one style, and compares the ID of a style, which are three violations. */
@NullMarked
public record Handle(Cut cut, WideStyle style) {

    public boolean isWide(StyleId active) {
        return active.equals(new StyleId("wide"));
    }
}
