/** Limits the calls of each caller per minute. A call above the limit is refused, not delayed. */
@NullMarked
package dev.plimsoll.rate;

import org.jspecify.annotations.NullMarked;
