/**
 * The HTTP headers of MCP: their names, and the tool arguments that requests of revision 2026-07-28 repeat in headers.
 * The schemas of the tools declare which arguments these are.
 */
@NullMarked
package dev.plimsoll.gateway.headers;

import org.jspecify.annotations.NullMarked;
