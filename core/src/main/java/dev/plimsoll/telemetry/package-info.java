/** Numbers of results, reads, and listings, which listeners receive. */
@NullMarked
package dev.plimsoll.telemetry;

import org.jspecify.annotations.NullMarked;
