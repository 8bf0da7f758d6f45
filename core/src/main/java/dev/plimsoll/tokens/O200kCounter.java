package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Counts the tokens of o200k_base by encoding the text, as the model's tokenizer does. */
final class O200kCounter implements TokenCounter {
    // exceeds() compares lengths first: a token has at least one byte, and at most as many as the longest token. It
    // stops as soon as the tokens so far and the bytes of the remaining text are within the limit together.

    /** Value of {@code certainLimit} below every count, so that all of the text is counted. */
    private static final int ALL = -1;

    /** Maximum number of bytes that {@link #joinDelta} examines before and after an offset. */
    private static final int MAX_DISTANCE = 256;

    /**
     * Maximum number of line ends that {@link #joinDelta} passes before an offset. Without this limit, a text
     * of short lines would be read many times.
     */
    private static final int MAX_LINE_ENDS = 6;

    private static final int MAX_ESCAPED_LENGTH = 6 * O200kVocabulary.MAX_TOKEN_LENGTH;

    /** Merge state that all counts of this counter share, or null if each count creates its own when needed. */
    private final @Nullable PieceMerge sharedMerge;

    O200kCounter() {
        this(null);
    }

    private O200kCounter(@Nullable PieceMerge sharedMerge) {
        this.sharedMerge = sharedMerge;
    }

    @Override
    public TokenCounter forManyTexts() {
        return new O200kCounter(new PieceMerge(O200kVocabulary.shared()));
    }

    @Override
    public String name() {
        return "bpe";
    }

    @Override
    public int count(Slice text) {
        return countUntil(text, Integer.MAX_VALUE, ALL);
    }

    @Override
    public int countEscaped(Slice inside) {
        return countEscapedUntil(inside, Integer.MAX_VALUE, ALL);
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return text.length() > limit
                && (text.length() / O200kVocabulary.MAX_TOKEN_LENGTH > limit || countUntil(text, limit, limit) > limit);
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return inside.length() > limit
                && (inside.length() / MAX_ESCAPED_LENGTH > limit || countEscapedUntil(inside, limit, limit) > limit);
    }

    @Override
    public int joinDelta(Slice text, int offset) {
        if (isLineEnd(text, offset)) {
            return 0;
        }
        if ((text.at(offset) & 0xC0) == 0x80) {
            return UNKNOWN; // inside a character
        }
        Slice textBefore = text.sub(0, offset);
        int from = offset - 1;
        int lineEnds = 0;
        while (from > 0 && !isWordEnd(textBefore, from)) {
            lineEnds += text.at(from) == '\n' ? 1 : 0;
            if (--from < offset - MAX_DISTANCE || lineEnds > MAX_LINE_ENDS) {
                return UNKNOWN;
            }
        }
        Slice textAfter = text.sub(offset, text.length());
        int to = 1;
        while (to < textAfter.length() && !isWordEnd(textAfter, to)) {
            if (++to > MAX_DISTANCE) {
                return UNKNOWN;
            }
        }
        return count(text.sub(from, offset + to)) - count(text.sub(from, offset)) - count(textAfter.sub(0, to));
    }

    /**
     * Returns whether a piece certainly ends here. No piece continues from a letter or digit to a character that is neither,
     * except a contraction such as {@code 's}.
     */
    private static boolean isWordEnd(Slice text, int offset) {
        byte[] bytes = text.bytes();
        int end = text.from() + offset;
        if (offset == 0 || bytes[end] == '\'') {
            return false;
        }
        int last = end - 1;
        while (last > text.from() && (bytes[last] & 0xC0) == 0x80) {
            last--;
        }
        int bitsBefore = LetterClasses.classify(bytes, last, end);
        int bitsAfter = LetterClasses.classify(bytes, end, text.to());
        int alphanumeric = LetterClasses.WORD | LetterClasses.NUMBER;
        return last + LetterClasses.lengthOf(bitsBefore) == end
                && (bitsBefore & LetterClasses.PREFIX) == 0
                && (bitsBefore & alphanumeric) != 0
                && (bitsAfter & alphanumeric) == 0;
    }

    /**
     * Returns whether a line and its piece certainly end here. After a line end, a piece continues only with more line ends or
     * a slash.
     */
    private static boolean isLineEnd(Slice text, int offset) {
        if (text.at(offset - 1) != '\n') {
            return false;
        }
        int next = offset;
        while (next < text.length() && (text.at(next) == ' ' || text.at(next) == '\t')) {
            next++;
        }
        if (next == text.length() || text.at(next) == '/') {
            return false;
        }
        // white space may lead to another line end
        int bits = LetterClasses.classify(text.bytes(), text.from() + next, text.to());
        return (bits & (LetterClasses.SPACE | LetterClasses.NEWLINE)) == 0;
    }

    /** Counts the unescaped text, as {@link #countUntil} does. */
    private int countEscapedUntil(Slice inside, int max, int certainLimit) {
        UnescapedParts parts = new UnescapedParts(inside);
        int tokens = 0;
        while (tokens <= max && tokens + parts.remaining() > certainLimit && parts.next()) {
            int maxOtherTokens = tokens + parts.remaining();
            tokens += countUntil(
                    parts.part(),
                    max - tokens,
                    certainLimit == ALL ? ALL : Math.max(ALL, certainLimit - maxOtherTokens));
        }
        return tokens;
    }

    /**
     * Returns the count. Stops before the end, with the count of the text so far, as soon as that count is above {@code max}, or
     * as the count of the whole text is certainly not above {@code certainLimit}.
     */
    private int countUntil(Slice text, int max, int certainLimit) {
        O200kVocabulary vocabulary = O200kVocabulary.shared();
        PieceMerge merge = sharedMerge;
        byte[] bytes = text.bytes();
        int to = text.to();
        int tokens = 0;
        for (int offset = text.from(); offset < to && tokens <= max && tokens + to - offset > certainLimit; ) {
            int digitsStart = bytes[offset] >= '0' && bytes[offset] <= '9' ? offset : offset + 1;
            int digitCount = digitsStart <= to - Long.BYTES ? AsciiPieces.countDigits(bytes, digitsStart) : 0;
            // a character before an ASCII digit is a piece of one byte; a digit beyond ASCII would join the last digits
            if (digitCount > 0 && digitCount < Long.BYTES && (bytes[offset] | bytes[digitsStart + digitCount]) >= 0) {
                tokens += digitsStart - offset + (digitCount + 2) / 3;
                offset = digitsStart + digitCount;
                continue;
            }
            int end = O200kPieces.endOfPiece(bytes, offset, to);
            if (end - offset == 1 || vocabulary.rank(bytes, offset, end) != O200kVocabulary.NONE) {
                tokens++;
            } else {
                // created on demand: most lines contain only words of the vocabulary
                merge = merge == null ? new PieceMerge(vocabulary) : merge;
                tokens += merge.count(bytes, offset, end);
            }
            offset = end;
        }
        return tokens;
    }
}
