/** Support for MCP Apps on the hub: addresses of app pages that include the server. */
@NullMarked
package dev.plimsoll.gateway.apps;

import org.jspecify.annotations.NullMarked;
