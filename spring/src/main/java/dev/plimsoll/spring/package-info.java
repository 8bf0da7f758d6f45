/** Guards MCP servers that are written with Spring AI. */
@NullMarked
package dev.plimsoll.spring;

import org.jspecify.annotations.NullMarked;
