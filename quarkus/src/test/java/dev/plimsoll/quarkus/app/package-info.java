/** Application whose MCP servers are guarded in tests. */
@NullMarked
package dev.plimsoll.quarkus.app;

import org.jspecify.annotations.NullMarked;
