/** Data of the MCP Apps extension: app pages, tools that have one, and clients that show them. */
@NullMarked
package dev.plimsoll.app;

import org.jspecify.annotations.NullMarked;
