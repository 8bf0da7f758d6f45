/** What gets bytes from outside, given any bytes: Jazzer looks for those that break it, and each build tries those kept. */
@NullMarked
package dev.plimsoll.fuzz;

import org.jspecify.annotations.NullMarked;
