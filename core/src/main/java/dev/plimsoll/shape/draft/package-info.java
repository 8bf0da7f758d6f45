/**
 * Text of an answer that is counted while it is written, with gaps for cursors and for the numbers of its own cost.
 */
@NullMarked
package dev.plimsoll.shape.draft;

import org.jspecify.annotations.NullMarked;
