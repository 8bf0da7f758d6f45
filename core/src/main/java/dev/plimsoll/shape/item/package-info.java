/** A stored result with its indexes, and its parts as sequences of items that pages can be cut from. */
@NullMarked
package dev.plimsoll.shape.item;

import org.jspecify.annotations.NullMarked;
