/**
 * Shared connections: requests of many clients to one server get new ids, and each response is passed to the client of
 * its request.
 */
@NullMarked
package dev.plimsoll.gateway.upstream.shared;

import org.jspecify.annotations.NullMarked;
