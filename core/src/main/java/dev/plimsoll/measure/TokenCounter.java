package dev.plimsoll.measure;

import dev.plimsoll.json.Slice;

/**
 * Counts the tokens of a text, exactly or by estimate. Thread-safe; the same bytes always give the same count. Bytes that are no UTF-8 are counted, never refused.
 *
 * <p>The {@code escaped} methods take the raw inside of a JSON string and count the text that it stands for.
 */
public interface TokenCounter {

    /** What {@link #joining} says where it cannot tell. */
    int UNKNOWN = Integer.MIN_VALUE;

    /** The name in configurations: {@code classes}, {@code chars} or {@code bpe}. */
    String name();

    int count(Slice text);

    int countEscaped(Slice inside);

    /** Whether {@code count(text) > limit}; stops reading as soon as that is sure. */
    boolean exceeds(Slice text, int limit);

    /** Whether {@code countEscaped(inside) > limit}; stops reading as soon as that is sure. */
    boolean exceedsEscaped(Slice inside, int limit);

    /**
     * How many tokens the text has more than what stands before this place and what stands behind it have apart; below 0 where
     * it has fewer. It reads a few bytes around the place, however long the text.
     *
     * @param at from the start of the text; neither 0 nor its length
     * @return {@link #UNKNOWN} where these bytes do not tell
     */
    default int joining(Slice text, int at) {
        return UNKNOWN;
    }

    /** The same for many texts one after the other, by one thread: it need not find out again what it has found out of one. */
    default TokenCounter forManyTexts() {
        return this;
    }

    /** The estimate by byte classes for o200k_base: within 20 % for 99 % of payloads, gigabytes a second. */
    static TokenCounter classes() {
        return ByteClassCounter.o200k();
    }

    /** The same estimate for another vocabulary. Reads a table of 128 KB: keep the counter. */
    static TokenCounter classes(Vocabulary vocabulary) {
        return ByteClassCounter.of(vocabulary);
    }

    /** The plain formula: a token for four characters (Unicode code points), and 20 % on top, rounded up. */
    static TokenCounter chars() {
        return new CharacterCounter();
    }

    /** The exact count of o200k_base. Its vocabulary (5 MB) is read on first use and shared by all counters. */
    static TokenCounter bpe() {
        return new O200kCounter();
    }
}
