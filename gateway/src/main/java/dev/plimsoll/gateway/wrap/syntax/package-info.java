/**
 * Syntax trees with text positions, and edits of the text, for JSON, TOML, and YAML.
 */
@NullMarked
package dev.plimsoll.gateway.wrap.syntax;

import org.jspecify.annotations.NullMarked;
