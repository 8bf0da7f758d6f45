/** Connections to one server of the configuration: how they are opened, and which clients share them. */
@NullMarked
package dev.plimsoll.gateway.upstream.server;

import org.jspecify.annotations.NullMarked;
