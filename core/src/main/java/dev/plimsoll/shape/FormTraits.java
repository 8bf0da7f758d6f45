package dev.plimsoll.shape;

/**
 * Facts about the form of an answer that its style sets.
 *
 * @param hasOwnKeys whether pages have the keys of their style, without sentences about the fit
 * @param maxTextBytes maximum bytes of a text, even if more fit the budget
 */
public record FormTraits(boolean hasOwnKeys, int maxTextBytes) {}
