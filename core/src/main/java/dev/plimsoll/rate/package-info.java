/** Counts of calls per caller and minute. Nothing is delayed. */
@NullMarked
package dev.plimsoll.rate;

import org.jspecify.annotations.NullMarked;
