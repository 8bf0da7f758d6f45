package dev.plimsoll.testkit.violation.policy;

import org.jspecify.annotations.NullMarked;

/** The ID of a style, which no other package may use. */
@NullMarked
public record StyleId(String name) {}
