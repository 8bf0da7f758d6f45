/**
 * Daemon: one background process that runs all sessions of {@code plimsoll run} of a user, so that they start faster.
 * Clients connect to its Unix socket.
 */
@NullMarked
package dev.plimsoll.gateway.daemon;

import org.jspecify.annotations.NullMarked;
