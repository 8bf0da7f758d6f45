/** Guards Spring AI MCP servers of every kind. */
@NullMarked
package dev.plimsoll.spring;

import org.jspecify.annotations.NullMarked;
