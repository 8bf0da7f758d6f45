/** One connection to a server, used by many clients at a time: requests get ids of their own on it, answers find their way back. */
@NullMarked
package dev.plimsoll.gateway.share;

import org.jspecify.annotations.NullMarked;
