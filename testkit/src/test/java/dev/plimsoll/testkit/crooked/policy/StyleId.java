package dev.plimsoll.testkit.crooked.policy;

import org.jspecify.annotations.NullMarked;

/** A name that no other package compares. */
@NullMarked
public record StyleId(String name) {}
