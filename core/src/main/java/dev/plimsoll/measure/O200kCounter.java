package dev.plimsoll.measure;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Counts the tokens of o200k_base by encoding the text, as the model's own tokenizer does. */
final class O200kCounter implements TokenCounter {
    // Before any reading: a token has one byte at least, and the longest one so many at most.

    private static final int LONGEST_ESCAPED = 6 * O200kVocabulary.LONGEST;

    /** What all counts of this counter join words with; null where each has one of its own, if it needs one. */
    private final @Nullable PieceMerge known;

    O200kCounter() {
        this(null);
    }

    private O200kCounter(@Nullable PieceMerge known) {
        this.known = known;
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
        return counted(text, Integer.MAX_VALUE);
    }

    @Override
    public int countEscaped(Slice inside) {
        return countedEscaped(inside, Integer.MAX_VALUE);
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return text.length() > limit
                && (text.length() / O200kVocabulary.LONGEST > limit || counted(text, limit) > limit);
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return inside.length() > limit
                && (inside.length() / LONGEST_ESCAPED > limit || countedEscaped(inside, limit) > limit);
    }

    /** Behind the end of a line no piece goes on, unless with more ends of lines or a slash. */
    @Override
    public boolean addsUpAt(Slice text, int at) {
        if (at <= 0 || at >= text.length() || text.at(at - 1) != '\n') {
            return false;
        }
        int next = at;
        while (next < text.length() && (text.at(next) == ' ' || text.at(next) == '\t')) {
            next++;
        }
        // white space beyond ASCII may lead to another end of a line
        return next < text.length() && text.at(next) > ' ' && text.at(next) != '/';
    }

    private int countedEscaped(Slice inside, int limit) {
        UnescapedParts parts = new UnescapedParts(inside);
        int tokens = 0;
        while (tokens <= limit && parts.next()) {
            tokens += counted(parts.part(), limit - tokens);
        }
        return tokens;
    }

    /** The count, or some number above the limit. */
    private int counted(Slice text, int limit) {
        O200kVocabulary vocabulary = O200kVocabulary.shared();
        PieceMerge merge = known;
        byte[] b = text.bytes();
        int to = text.to();
        int tokens = 0;
        for (int at = text.from(); at < to && tokens <= limit; ) {
            int end = O200kPieces.end(b, at, to);
            if (end - at == 1 || vocabulary.rank(b, at, end) != O200kVocabulary.NONE) {
                tokens++;
            } else {
                // made when it is needed: most lines have no word that is none of the vocabulary's
                merge = merge == null ? new PieceMerge(vocabulary) : merge;
                tokens += merge.count(b, at, end);
            }
            at = end;
        }
        return tokens;
    }
}
