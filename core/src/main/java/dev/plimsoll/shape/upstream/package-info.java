/** Finds statements in a result that more data is upstream. */
@NullMarked
package dev.plimsoll.shape.upstream;

import org.jspecify.annotations.NullMarked;
