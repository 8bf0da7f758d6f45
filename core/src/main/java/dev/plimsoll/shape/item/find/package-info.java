/** Writes the matches of searches as items, and selects lines of a text. */
@NullMarked
package dev.plimsoll.shape.item.find;

import org.jspecify.annotations.NullMarked;
