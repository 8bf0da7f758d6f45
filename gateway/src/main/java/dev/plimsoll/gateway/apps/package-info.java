/** What MCP Apps need where several servers are one: addresses of app pages that tell servers apart. */
@NullMarked
package dev.plimsoll.gateway.apps;

import org.jspecify.annotations.NullMarked;
