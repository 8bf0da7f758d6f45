/** The matches of a search as items, and the lines that a view selects. */
@NullMarked
package dev.plimsoll.shape.item.find;

import org.jspecify.annotations.NullMarked;
