/** What MCP Apps add to the protocol: pages of servers, tools that have one, and the clients that show them. */
@NullMarked
package dev.plimsoll.app;

import org.jspecify.annotations.NullMarked;
