/**
 * Values of a configuration file with their positions in its text, and edits of that text, in the same form for JSON, TOML,
 * and YAML.
 */
@NullMarked
package dev.plimsoll.gateway.wrap.syntax;

import org.jspecify.annotations.NullMarked;
