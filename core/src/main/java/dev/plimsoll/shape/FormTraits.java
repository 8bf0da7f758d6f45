package dev.plimsoll.shape;

/**
 * Facts about the form of an answer that its style sets.
 *
 * @param hasOwnKeys whether pages have the keys of their style, which leave no place for a notice
 * @param maxTextBytes maximum bytes of a text, even if more fit the budget
 */
public record FormTraits(boolean hasOwnKeys, int maxTextBytes) {}
