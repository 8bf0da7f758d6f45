/** Application whose MCP server is guarded in tests. */
@NullMarked
package dev.plimsoll.micronaut.app;

import org.jspecify.annotations.NullMarked;
