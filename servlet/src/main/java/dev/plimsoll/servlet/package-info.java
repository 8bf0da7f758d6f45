/** Servlet filter that guards an MCP server, independent of the library with which the server is written. */
@NullMarked
package dev.plimsoll.servlet;

import org.jspecify.annotations.NullMarked;
