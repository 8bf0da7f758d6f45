/** Tests of guarded servers with the SDK's own clients. */
@NullMarked
package dev.plimsoll.mcp;

import org.jspecify.annotations.NullMarked;
