/**
 * Connections to a server that many clients share: requests get new ids, and responses are passed to the client that waits for
 * them.
 */
@NullMarked
package dev.plimsoll.gateway.upstream.shared;

import org.jspecify.annotations.NullMarked;
