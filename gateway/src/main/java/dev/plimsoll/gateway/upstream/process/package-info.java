/**
 * Servers that run as child processes: starts them, reads their messages, and ends them as the MCP specification
 * requires.
 */
@NullMarked
package dev.plimsoll.gateway.upstream.process;

import org.jspecify.annotations.NullMarked;
