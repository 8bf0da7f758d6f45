/** One warm process for all sessions of a user: sessions of {@code plimsoll run} on the connections of a Unix socket. */
@NullMarked
package dev.plimsoll.gateway.daemon;

import org.jspecify.annotations.NullMarked;
