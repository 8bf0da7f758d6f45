/** Reports of results to listeners, in numbers and never with payload. */
@NullMarked
package dev.plimsoll.telemetry;

import org.jspecify.annotations.NullMarked;
