/** Connections to MCP servers: starting them, and ending them in the order the specification gives. */
@NullMarked
package dev.plimsoll.gateway.upstream;

import org.jspecify.annotations.NullMarked;
