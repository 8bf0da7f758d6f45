/** Parses TOML. */
@NullMarked
package dev.plimsoll.gateway.wrap.toml;

import org.jspecify.annotations.NullMarked;
