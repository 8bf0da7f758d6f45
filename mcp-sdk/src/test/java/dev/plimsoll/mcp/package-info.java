/** Guarded servers, called by the SDK's own clients. */
@NullMarked
package dev.plimsoll.mcp;

import org.jspecify.annotations.NullMarked;
