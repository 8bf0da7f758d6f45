/**
 * Endpoint that presents several servers as one and merges their names, listings, and answers. A failing server does not
 * affect the other servers.
 *
 * <p>{@code Hub} opens a {@code HubEndpointSession}, which receives one client's messages. The packages below this one: {@code server} is what the hub knows about its servers, {@code session} the state
 * of one client with its links to servers, and {@code method} the handlers of requests by method.
 */
@NullMarked
package dev.plimsoll.gateway.hub;

import org.jspecify.annotations.NullMarked;
