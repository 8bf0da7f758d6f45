/** One entry for every request, taken off its way: put on a queue, written by a thread of its own. All that {@code run} has. */
@NullMarked
package dev.plimsoll.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
