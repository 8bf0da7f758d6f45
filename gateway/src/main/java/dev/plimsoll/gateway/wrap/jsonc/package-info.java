/**
 * JSON with comments and trailing commas, parsed with the position of every value, so that edits leave the rest of the
 * text unchanged.
 */
@NullMarked
package dev.plimsoll.gateway.wrap.jsonc;

import org.jspecify.annotations.NullMarked;
