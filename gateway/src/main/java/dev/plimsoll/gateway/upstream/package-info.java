/** Connections to MCP servers: starts them, and ends them in the order that the specification requires. */
@NullMarked
package dev.plimsoll.gateway.upstream;

import org.jspecify.annotations.NullMarked;
