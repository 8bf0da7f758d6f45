/**
 * Cuts sequences of items into pages and writes them as arrays or tables, with the rest of their object around them.
 */
@NullMarked
package dev.plimsoll.shape.page;

import org.jspecify.annotations.NullMarked;
