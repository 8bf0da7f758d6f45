/**
 * Syntax trees with text positions, and edits of the text.
 *
 * <p>A parser reads a text as {@code SyntaxNode}s, and a {@code SyntaxEditor} writes {@code TextEdit}s for it. There is
 * one of each for JSON with comments, for TOML, and for YAML, which is parsed with the events of SnakeYAML Engine.
 */
@NullMarked
package dev.plimsoll.gateway.wrap.syntax;

import org.jspecify.annotations.NullMarked;
