/** Shortens one value, and records each shortened part with the path that reads it. */
@NullMarked
package dev.plimsoll.shape.fold;

import org.jspecify.annotations.NullMarked;
