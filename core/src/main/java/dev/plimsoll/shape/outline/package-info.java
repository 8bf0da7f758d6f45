/** Outlines: descriptions of all items or of a whole text. */
@NullMarked
package dev.plimsoll.shape.outline;

import org.jspecify.annotations.NullMarked;
