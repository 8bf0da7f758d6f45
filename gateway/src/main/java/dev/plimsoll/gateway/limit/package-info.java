/**
 * Rate limits, circuit breakers of servers, and the limit on wrong cursors. Calls over a limit are refused, never
 * delayed.
 */
@NullMarked
package dev.plimsoll.gateway.limit;

import org.jspecify.annotations.NullMarked;
