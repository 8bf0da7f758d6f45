/** Guards a server that is written with the MCP Java SDK: its specifications in, the same specifications guarded out. */
@NullMarked
package dev.plimsoll.mcp;

import org.jspecify.annotations.NullMarked;
