package dev.plimsoll.gateway.wrap.jsonc;

/**
 * A name and its value in an object.
 *
 * @param nameFrom the quote that opens the name
 * @param nameTo the character after the quote that closes it
 */
public record JsoncMember(String name, int nameFrom, int nameTo, JsoncNode value) {}
