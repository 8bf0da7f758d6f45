/** Summaries: one JSON value with as much detail as fits. */
@NullMarked
package dev.plimsoll.shape.summary;

import org.jspecify.annotations.NullMarked;
