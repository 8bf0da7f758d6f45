/** Knows which kept results answer calls that say the same again, until something may have changed them. */
@NullMarked
package dev.plimsoll.cache;

import org.jspecify.annotations.NullMarked;
