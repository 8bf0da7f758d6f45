package dev.plimsoll.testkit.crooked.shape;

import org.jspecify.annotations.NullMarked;

/** What {@code cursor} must not know. */
@NullMarked
public record Cut(int at) {}
