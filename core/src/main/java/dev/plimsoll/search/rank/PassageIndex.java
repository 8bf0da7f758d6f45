package dev.plimsoll.search.rank;

import dev.plimsoll.search.SearchDeadline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Inverted index of the passages of a document: for each word, the passages that contain it, and how often. Ranks passages by BM25.
 * Immutable.
 */
public final class PassageIndex {

    /** BM25 parameter k1: the weight of repeated words. */
    private static final double K1 = 1.2;

    /** BM25 parameter b: the influence of the length of a passage. */
    private static final double B = 0.75;

    /** Number of occurrences that a word in a heading above the passage counts as. */
    private static final double HEADING_OCCURRENCES = 0.5;

    private static final int HEADING_BIT = 0x80;
    private static final int MAX_COUNT = 0x7F;

    private final PassageList passages;
    private final TermTable terms;

    /** For each word, the index of its first posting. */
    private final int[] starts;

    /** Passages of each word, in ascending order. */
    private final int[] postings;

    /**
     * For each posting, the number of occurrences in the text of the passage, and {@link #HEADING_BIT} if a heading
     * above the passage contains the word.
     */
    private final byte[] counts;

    /** Number of words in each passage. */
    private final int[] lengths;

    private final double averageLength;

    PassageIndex(PassageList passages, TermTable terms, int[] starts, int[] postings, byte[] counts, int[] lengths) {
        this.passages = passages;
        this.terms = terms;
        this.starts = starts;
        this.postings = postings;
        this.counts = counts;
        this.lengths = lengths;
        long totalLength = 0;
        for (int length : lengths) {
            totalLength += length;
        }
        this.averageLength = (double) totalLength / Math.max(1, lengths.length);
    }

    /** Adds an occurrence to the count of a posting. */
    static byte addOccurrence(byte count, boolean isInHeading) {
        if (isInHeading) {
            return (byte) (count | HEADING_BIT);
        }
        return (count & MAX_COUNT) == MAX_COUNT ? count : (byte) (count + 1);
    }

    public PassageList passages() {
        return passages;
    }

    /** Returns the memory that the index needs, in bytes. */
    public long memoryBytes() {
        return passages.memoryBytes()
                + terms.memoryBytes()
                + 4L * (starts.length + postings.length + lengths.length)
                + counts.length;
    }

    /**
     * Ranks the passages that contain a word of the question: the best first, and passages of equal score in document
     * order. Ignores words that are in more than half of the passages, unless the passages contain no other word of
     * the question.
     */
    public RankedPassages rank(QuestionWords question, SearchDeadline searchDeadline) {
        List<QuestionWord> words = question.words();
        WordPostings[] postingsOfWords = new WordPostings[words.size()];
        boolean hasRareWord = false;
        for (int i = 0; i < postingsOfWords.length; i++) {
            searchDeadline.check();
            postingsOfWords[i] = findPostings(words.get(i));
            hasRareWord |= postingsOfWords[i].passagesWithWord() > 0 && !isCommon(postingsOfWords[i]);
        }
        double[] scores = new double[passages.count()];
        boolean[] isFound = new boolean[passages.count()];
        List<QuestionWord> usedWords = new ArrayList<>();
        List<QuestionWord> absentWords = new ArrayList<>();
        for (int i = 0; i < postingsOfWords.length; i++) {
            if (postingsOfWords[i].passagesWithWord() == 0) {
                absentWords.add(words.get(i));
            } else if (!hasRareWord || !isCommon(postingsOfWords[i])) {
                usedWords.add(words.get(i));
                addScores(postingsOfWords[i], scores, isFound);
            }
        }
        return new RankedPassages(
                orderByScore(scores, isFound),
                question.withWords(usedWords),
                QuestionWords.absentTexts(absentWords, words));
    }

    /** Returns whether a word is in more than half of the passages, so that it does not distinguish them. */
    private boolean isCommon(WordPostings wordPostings) {
        return wordPostings.passagesWithWord() > passages.count() / 2;
    }

    private WordPostings findPostings(QuestionWord word) {
        WordPostings wordPostings = new WordPostings();
        if (!word.isSingleCharacter()) {
            int term = terms.find(word.term(), word.term().length);
            if (term >= 0) {
                addPostings(term, wordPostings);
            }
            return wordPostings;
        }
        for (int term = 0; term < terms.count(); term++) {
            if (terms.startsWith(term, word.term())) {
                addPostings(term, wordPostings);
            }
        }
        return wordPostings.mergeByPassage();
    }

    private void addPostings(int term, WordPostings wordPostings) {
        for (int i = starts[term]; i < starts[term + 1]; i++) {
            int inText = counts[i] & MAX_COUNT;
            double inHeading = (counts[i] & HEADING_BIT) != 0 ? HEADING_OCCURRENCES : 0;
            wordPostings.add(postings[i], inText + inHeading, inText > 0);
        }
    }

    private void addScores(WordPostings wordPostings, double[] scores, boolean[] isFound) {
        int frequency = wordPostings.passagesWithWord();
        double rarity = StrictMath.log(1 + (passages.count() - frequency + 0.5) / (frequency + 0.5));
        for (int i = 0; i < wordPostings.count(); i++) {
            int passage = wordPostings.passage(i);
            double occurrences = wordPostings.occurrences(i);
            double lengthNorm = K1 * (1 - B + B * lengths[passage] / averageLength);
            scores[passage] += rarity * occurrences * (K1 + 1) / (occurrences + lengthNorm);
            isFound[passage] |= wordPostings.isInText(i);
        }
    }

    private static int[] orderByScore(double[] scores, boolean[] isFound) {
        long[] keys = new long[scores.length];
        int count = 0;
        for (int passage = 0; passage < scores.length; passage++) {
            if (isFound[passage]) {
                // the bits of positive numbers are in the order of the numbers
                long invertedScore = ~Float.floatToIntBits((float) scores[passage]) & 0xFFFF_FFFFL;
                keys[count++] = invertedScore << Integer.SIZE | passage;
            }
        }
        // the highest bit is set in all keys, so their signed order is the order of their bits
        Arrays.sort(keys, 0, count);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = (int) keys[i];
        }
        return order;
    }
}
