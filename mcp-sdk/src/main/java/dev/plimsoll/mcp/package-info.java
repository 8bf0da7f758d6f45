/** Guards servers written with the MCP Java SDK: takes their specifications, and returns them guarded. */
@NullMarked
package dev.plimsoll.mcp;

import org.jspecify.annotations.NullMarked;
