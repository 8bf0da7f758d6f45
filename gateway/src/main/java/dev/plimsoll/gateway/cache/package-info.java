/** Response cache: equal calls of read-only tools share one result, until something may have changed it. */
@NullMarked
package dev.plimsoll.gateway.cache;

import org.jspecify.annotations.NullMarked;
