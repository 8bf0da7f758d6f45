/**
 * Filters between a client and a server. {@code FilterChain} passes messages through each
 * {@code MessageFilter} in order: from the client to the server in this order, and from the server to the client in
 * the reverse order. A {@code FilterLink} connects one filter with its neighbors.
 */
@NullMarked
package dev.plimsoll.gateway.filter;

import org.jspecify.annotations.NullMarked;
