package dev.plimsoll.measure;

/**
 * What a result would cost if it passed.
 *
 * @param tokens of everything a client could feed to a model, copies as the policy counts them
 * @param exact whether the tokens are counted by o200k_base; else they are about right
 * @param bytes unescaped text of one copy, or of all as with tokens; where they decide nothing, of the escaped text
 * @param binary bytes of the largest image, audio or blob
 */
public record TokenCost(int tokens, boolean exact, long bytes, long binary) {}
