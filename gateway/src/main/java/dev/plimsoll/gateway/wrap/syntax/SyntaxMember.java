package dev.plimsoll.gateway.wrap.syntax;

/**
 * Member of an object.
 *
 * @param from start of the key; different from {@code nameFrom} only for dotted keys of TOML
 * @param nameFrom start of the name, with its quotes if it has any
 * @param nameTo position after the name
 */
public record SyntaxMember(String name, int from, int nameFrom, int nameTo, SyntaxNode value) {}
