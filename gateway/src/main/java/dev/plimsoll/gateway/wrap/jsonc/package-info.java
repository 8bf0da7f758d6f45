/** JSON with comments and trailing commas, read with the place of every value, so that a text can be edited and else stay as it is. */
@NullMarked
package dev.plimsoll.gateway.wrap.jsonc;

import org.jspecify.annotations.NullMarked;
