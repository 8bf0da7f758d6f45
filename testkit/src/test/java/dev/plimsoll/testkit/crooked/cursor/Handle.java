package dev.plimsoll.testkit.crooked.cursor;

import dev.plimsoll.testkit.crooked.shape.Cut;
import org.jspecify.annotations.NullMarked;

/** Knows shaping. */
@NullMarked
public record Handle(Cut cut) {}
