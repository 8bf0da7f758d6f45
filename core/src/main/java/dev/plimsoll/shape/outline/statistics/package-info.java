/** Statistics of all values of a document: types, frequencies, ranges, and fields. */
@NullMarked
package dev.plimsoll.shape.outline.statistics;

import org.jspecify.annotations.NullMarked;
