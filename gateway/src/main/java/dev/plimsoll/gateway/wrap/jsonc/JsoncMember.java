package dev.plimsoll.gateway.wrap.jsonc;

/**
 * A member of an object.
 *
 * @param nameFrom position of the opening quote of the name
 * @param nameTo position after its closing quote
 */
public record JsoncMember(String name, int nameFrom, int nameTo, JsoncNode value) {}
