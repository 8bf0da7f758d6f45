package dev.plimsoll.testkit.crooked.cursor;

import dev.plimsoll.testkit.crooked.shape.Cut;
import org.jspecify.annotations.NullMarked;

/** Depends on shaping, which is forbidden. */
@NullMarked
public record Handle(Cut cut) {}
