/** Servlet filter that guards an MCP server, whatever it is written with. */
@NullMarked
package dev.plimsoll.servlet;

import org.jspecify.annotations.NullMarked;
