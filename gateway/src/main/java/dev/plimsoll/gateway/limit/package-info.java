/** How often something may be done: counted, never delayed. */
@NullMarked
package dev.plimsoll.gateway.limit;

import org.jspecify.annotations.NullMarked;
