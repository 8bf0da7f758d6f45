/** Puts a guard in front of a Spring AI MCP server, whatever kind of server it is. */
@NullMarked
package dev.plimsoll.spring;

import org.jspecify.annotations.NullMarked;
