/** Log of the running program: one structured line per event, never a payload, cursor, or secret. */
@NullMarked
package dev.plimsoll.gateway.log;

import org.jspecify.annotations.NullMarked;
