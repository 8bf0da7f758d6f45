/** Keeps sources of pages open between readings: what was fetched, what was found wrong, and until when. */
@NullMarked
package dev.plimsoll.live;

import org.jspecify.annotations.NullMarked;
