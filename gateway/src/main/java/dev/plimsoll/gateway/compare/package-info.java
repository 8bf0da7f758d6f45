/** Compares the two arms of an A/B test: their metrics, and the confidence in the differences. */
@NullMarked
package dev.plimsoll.gateway.compare;

import org.jspecify.annotations.NullMarked;
