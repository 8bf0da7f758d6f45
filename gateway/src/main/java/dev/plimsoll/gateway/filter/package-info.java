/**
 * Filters between a client and a server. {@code FilterChain} passes messages through each {@code MessageFilter} in order: those
 * of the client down to the server, those of the server up to the client. A {@code FilterLink} is the place of one filter.
 */
@NullMarked
package dev.plimsoll.gateway.filter;

import org.jspecify.annotations.NullMarked;
