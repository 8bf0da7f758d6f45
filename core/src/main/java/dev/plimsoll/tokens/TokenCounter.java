package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Counter of the tokens of a text, exact or estimated. Thread-safe. The same bytes always give the same count. Invalid UTF-8 is
 * counted, never refused.
 *
 * <p>The {@code escaped} methods take the raw inside of a JSON string and count the text that it represents.
 */
public interface TokenCounter {

    /** Result of {@link #joinDelta} if the difference cannot be determined. */
    int UNKNOWN = Integer.MIN_VALUE;

    /**
     * Returns the name in configurations: {@code classes}, {@code chars}, or {@code bpe}. {@link ByteCounter} returns
     * {@code bytes}, which no configuration can name.
     */
    String name();

    int count(Slice text);

    int countEscaped(Slice inside);

    /** Returns whether {@code count(text) > limit}. Stops reading as soon as this is certain. */
    boolean exceeds(Slice text, int limit);

    /** Returns whether {@code countEscaped(inside) > limit}. Stops reading as soon as this is certain. */
    boolean exceedsEscaped(Slice inside, int limit);

    /**
     * Returns how many more tokens the text has than its two parts before and after an offset have separately. The number is
     * negative if it has fewer. Reads only a few bytes around the offset, whatever the length of the text.
     *
     * @param offset number of bytes from the start of the text; neither 0 nor its length
     * @return {@link #UNKNOWN} if these bytes are not enough to decide
     */
    default int joinDelta(Slice text, int offset) {
        return UNKNOWN;
    }

    /** Returns a counter for many texts in sequence on one thread. It can reuse what it has computed for earlier texts. */
    default TokenCounter forManyTexts() {
        return this;
    }

    /** Returns the counter that estimates by byte classes for o200k_base: within 20% for 99% of payloads, at gigabytes per second. */
    static TokenCounter classes() {
        return ByteClassCounter.o200k();
    }

    /** Returns a counter that estimates by byte classes for another vocabulary. Reads a table of 128 KB, so reuse the counter. */
    static TokenCounter classes(Vocabulary vocabulary) {
        return ByteClassCounter.of(vocabulary);
    }

    /** Returns a counter that uses a formula: one token per four characters (Unicode code points), plus 20%, rounded up. */
    static TokenCounter chars() {
        return new CharacterCounter();
    }

    /** Returns the counter of exact tokens of o200k_base. Its vocabulary (5 MB) is read on first use and shared by all counters. */
    static TokenCounter bpe() {
        return new O200kCounter();
    }
}
