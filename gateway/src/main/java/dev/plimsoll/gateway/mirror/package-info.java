/**
 * Tool arguments that requests of revision 2026-07-28 repeat in HTTP headers. The schemas of the tools
 * declare them.
 */
@NullMarked
package dev.plimsoll.gateway.mirror;

import org.jspecify.annotations.NullMarked;
