/** Tells listeners what happened to a result, in numbers and never with payload. */
@NullMarked
package dev.plimsoll.telemetry;

import org.jspecify.annotations.NullMarked;
