/** Tool arguments that requests of revision 2026-07-28 repeat in headers, as the tool schemas declare. */
@NullMarked
package dev.plimsoll.gateway.mirror;

import org.jspecify.annotations.NullMarked;
