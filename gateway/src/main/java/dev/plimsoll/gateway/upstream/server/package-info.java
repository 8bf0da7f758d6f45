/** Connections to one configured server: opens them, and assigns clients to them. */
@NullMarked
package dev.plimsoll.gateway.upstream.server;

import org.jspecify.annotations.NullMarked;
