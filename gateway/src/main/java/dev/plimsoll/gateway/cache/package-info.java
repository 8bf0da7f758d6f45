/** The response cache: equal calls of tools that change nothing have one result, until something may have changed it. */
@NullMarked
package dev.plimsoll.gateway.cache;

import org.jspecify.annotations.NullMarked;
