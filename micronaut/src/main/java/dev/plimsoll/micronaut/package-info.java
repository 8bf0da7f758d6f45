/** Guards the MCP server of a Micronaut application. */
@NullMarked
package dev.plimsoll.micronaut;

import org.jspecify.annotations.NullMarked;
