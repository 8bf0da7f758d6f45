/**
 * Filters between a client and a server. {@code FilterChain} passes messages of the client through the
 * {@code MessageFilter}s in order, and messages of the server in the reverse order. A {@code FilterLink} connects one
 * filter with its neighbors.
 */
@NullMarked
package dev.plimsoll.gateway.filter;

import org.jspecify.annotations.NullMarked;
