/** Guards the MCP servers of a Quarkus application. */
@NullMarked
package dev.plimsoll.quarkus;

import org.jspecify.annotations.NullMarked;
