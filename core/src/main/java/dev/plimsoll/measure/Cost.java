package dev.plimsoll.measure;

/**
 * What a result would cost if it passed.
 *
 * @param tokens of everything a client could feed to a model, copies as the policy counts them
 * @param bytes unescaped text of one copy, or of all as with tokens; where they decide nothing, of the escaped text
 * @param binary bytes of the largest image, audio or blob
 */
public record Cost(int tokens, long bytes, long binary) {}
