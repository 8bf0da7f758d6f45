/** Parses JSON with comments and trailing commas. */
@NullMarked
package dev.plimsoll.gateway.wrap.jsonc;

import org.jspecify.annotations.NullMarked;
