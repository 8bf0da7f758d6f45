package dev.plimsoll.search.rank;

import dev.plimsoll.search.SearchDeadline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The words of the passages of a document: for each word, the passages that contain it, and how often. Ranks passages by
 * BM25. Immutable.
 */
public final class PassageIndex {

    private static final double SATURATION = 1.2;
    private static final double LENGTH_SHARE = 0.75;
    private static final double HEADING_COUNT = 0.5;
    private static final int HEADING_BIT = 0x80;
    private static final int MAX_COUNT = 0x7F;

    private final PassageList passages;
    private final TermTable terms;
    private final int[] starts;
    private final int[] postings;
    private final byte[] counts;
    private final int[] lengths;
    private final double averageLength;

    PassageIndex(PassageList passages, TermTable terms, int[] starts, int[] postings, byte[] counts, int[] lengths) {
        this.passages = passages;
        this.terms = terms;
        this.starts = starts;
        this.postings = postings;
        this.counts = counts;
        this.lengths = lengths;
        long all = 0;
        for (int length : lengths) {
            all += length;
        }
        this.averageLength = (double) all / Math.max(1, lengths.length);
    }

    /** Returns a count with one more occurrence. */
    static byte counted(byte count, boolean isInHeading) {
        if (isInHeading) {
            return (byte) (count | HEADING_BIT);
        }
        return (count & MAX_COUNT) == MAX_COUNT ? count : (byte) (count + 1);
    }

    public PassageList passages() {
        return passages;
    }

    /** Returns the bytes of memory that the index needs. */
    public long bytes() {
        return passages.bytes()
                + terms.bytes()
                + 4L * (starts.length + postings.length + lengths.length)
                + counts.length;
    }

    /** Ranks the passages that contain a word of the question, the best first; equal ones in document order. */
    public RankedPassages rank(QuestionWords question, SearchDeadline searchDeadline) {
        List<QuestionWord> words = question.words();
        WordCounts[] counted = new WordCounts[words.size()];
        boolean hasRare = false;
        for (int i = 0; i < counted.length; i++) {
            searchDeadline.check();
            counted[i] = count(words.get(i));
            hasRare |= counted[i].ownPassages() > 0 && !isCommon(counted[i]);
        }
        double[] scores = new double[passages.count()];
        boolean[] found = new boolean[passages.count()];
        List<QuestionWord> used = new ArrayList<>();
        List<QuestionWord> absent = new ArrayList<>();
        for (int i = 0; i < counted.length; i++) {
            if (counted[i].ownPassages() == 0) {
                absent.add(words.get(i));
            } else if (!hasRare || !isCommon(counted[i])) {
                used.add(words.get(i));
                score(counted[i], scores, found);
            }
        }
        return new RankedPassages(
                ordered(scores, found), question.withWords(used), QuestionWords.missing(absent, words));
    }

    /** Returns whether a word is in more than half of the passages, so that it tells little about any. */
    private boolean isCommon(WordCounts counted) {
        return counted.ownPassages() > passages.count() / 2;
    }

    private WordCounts count(QuestionWord word) {
        WordCounts counted = new WordCounts();
        if (!word.isFirstCharacter()) {
            int term = terms.find(word.term(), word.term().length);
            if (term >= 0) {
                add(term, counted);
            }
            return counted;
        }
        for (int term = 0; term < terms.count(); term++) {
            if (terms.startsWith(term, word.term())) {
                add(term, counted);
            }
        }
        return counted.merged();
    }

    private void add(int term, WordCounts counted) {
        for (int i = starts[term]; i < starts[term + 1]; i++) {
            int own = counts[i] & MAX_COUNT;
            double inHeading = (counts[i] & HEADING_BIT) != 0 ? HEADING_COUNT : 0;
            counted.add(postings[i], own + inHeading, own > 0);
        }
    }

    private void score(WordCounts counted, double[] scores, boolean[] found) {
        int frequency = counted.ownPassages();
        double rarity = StrictMath.log(1 + (passages.count() - frequency + 0.5) / (frequency + 0.5));
        for (int i = 0; i < counted.passages(); i++) {
            int passage = counted.passage(i);
            double count = counted.count(i);
            double norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths[passage] / averageLength);
            scores[passage] += rarity * count * (SATURATION + 1) / (count + norm);
            found[passage] |= counted.isOwn(i);
        }
    }

    private static int[] ordered(double[] scores, boolean[] found) {
        long[] keys = new long[scores.length];
        int count = 0;
        for (int passage = 0; passage < scores.length; passage++) {
            if (found[passage]) {
                // scores are positive, so their bits have the order of the numbers
                long best = ~Float.floatToIntBits((float) scores[passage]) & 0xFFFF_FFFFL;
                keys[count++] = best << Integer.SIZE | passage;
            }
        }
        // the highest bit is set in all keys, so signed order is the order of the bits
        Arrays.sort(keys, 0, count);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = (int) keys[i];
        }
        return order;
    }
}
