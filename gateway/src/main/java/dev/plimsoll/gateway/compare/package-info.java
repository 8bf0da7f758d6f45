/** Compares the two arms of an A/B: what is better in which, and how sure that is. */
@NullMarked
package dev.plimsoll.gateway.compare;

import org.jspecify.annotations.NullMarked;
