package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Counts the tokens of o200k_base by encoding the text, as the model's tokenizer does. */
final class O200kCounter implements TokenCounter {
    // exceeds() compares lengths first: a token has at least one byte, and at most as many as the longest token. It
    // stops as soon
    // as the tokens so far and the bytes of the remaining text are within the limit together.

    /** In place of a limit: all of the text is counted. */
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

    private O200kCounter(@Nullable PieceMerge known) {
        this.sharedMerge = known;
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
    public int joinDelta(Slice text, int at) {
        if (endsLine(text, at)) {
            return 0;
        }
        if ((text.at(at) & 0xC0) == 0x80) {
            return UNKNOWN; // inside a character
        }
        Slice before = text.sub(0, at);
        int from = at - 1;
        int ends = 0;
        while (from > 0 && !endsWord(before, from)) {
            ends += text.at(from) == '\n' ? 1 : 0;
            if (--from < at - MAX_DISTANCE || ends > MAX_LINE_ENDS) {
                return UNKNOWN;
            }
        }
        Slice after = text.sub(at, text.length());
        int to = 1;
        while (to < after.length() && !endsWord(after, to)) {
            if (++to > MAX_DISTANCE) {
                return UNKNOWN;
            }
        }
        return count(text.sub(from, at + to)) - count(text.sub(from, at)) - count(after.sub(0, to));
    }

    /**
     * Returns whether a piece certainly ends here. No piece continues from a letter or digit to a character that is neither,
     * except a contraction such as {@code 's}.
     */
    private static boolean endsWord(Slice text, int at) {
        byte[] b = text.bytes();
        int end = text.from() + at;
        if (at == 0 || b[end] == '\'') {
            return false;
        }
        int last = end - 1;
        while (last > text.from() && (b[last] & 0xC0) == 0x80) {
            last--;
        }
        int before = LetterClasses.at(b, last, end);
        int after = LetterClasses.at(b, end, text.to());
        int alphanumeric = LetterClasses.WORD | LetterClasses.NUMBER;
        return last + LetterClasses.length(before) == end
                && (before & LetterClasses.PREFIX) == 0
                && (before & alphanumeric) != 0
                && (after & alphanumeric) == 0;
    }

    /**
     * Returns whether a line and its piece certainly end here. After a line end, a piece continues only with more line ends or
     * a slash.
     */
    private static boolean endsLine(Slice text, int at) {
        if (text.at(at - 1) != '\n') {
            return false;
        }
        int next = at;
        while (next < text.length() && (text.at(next) == ' ' || text.at(next) == '\t')) {
            next++;
        }
        if (next == text.length() || text.at(next) == '/') {
            return false;
        }
        // white space may lead to another line end
        int bits = LetterClasses.at(text.bytes(), text.from() + next, text.to());
        return (bits & (LetterClasses.SPACE | LetterClasses.NEWLINE)) == 0;
    }

    /** Counts the unescaped text, as {@link #countUntil} does. */
    private int countEscapedUntil(Slice inside, int max, int enough) {
        UnescapedParts parts = new UnescapedParts(inside);
        int tokens = 0;
        while (tokens <= max && tokens + parts.remaining() > enough && parts.next()) {
            int before = tokens + parts.remaining();
            tokens += countUntil(parts.part(), max - tokens, enough == ALL ? ALL : Math.max(ALL, enough - before));
        }
        return tokens;
    }

    /**
     * Returns the count. It can stop before the end, with the count of the text so far, if that count is above {@code max}, or if
     * the count of the whole text is certainly not above {@code enough}.
     */
    private int countUntil(Slice text, int max, int enough) {
        O200kVocabulary vocabulary = O200kVocabulary.shared();
        PieceMerge merge = sharedMerge;
        byte[] b = text.bytes();
        int to = text.to();
        int tokens = 0;
        for (int at = text.from(); at < to && tokens <= max && tokens + to - at > enough; ) {
            int digitsAt = b[at] >= '0' && b[at] <= '9' ? at : at + 1;
            int digits = digitsAt <= to - Long.BYTES ? AsciiPieces.digits(b, digitsAt) : 0;
            // a character before an ASCII digit is a piece of one byte; a digit beyond ASCII would join the last digits
            if (digits > 0 && digits < Long.BYTES && (b[at] | b[digitsAt + digits]) >= 0) {
                tokens += digitsAt - at + (digits + 2) / 3;
                at = digitsAt + digits;
                continue;
            }
            int end = O200kPieces.end(b, at, to);
            if (end - at == 1 || vocabulary.rank(b, at, end) != O200kVocabulary.NONE) {
                tokens++;
            } else {
                // created on demand: most lines contain only words of the vocabulary
                merge = merge == null ? new PieceMerge(vocabulary) : merge;
                tokens += merge.count(b, at, end);
            }
            at = end;
        }
        return tokens;
    }
}
