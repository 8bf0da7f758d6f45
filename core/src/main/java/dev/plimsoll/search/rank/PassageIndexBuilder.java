package dev.plimsoll.search.rank;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.search.SearchDeadline;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Collects the words of passages, one passage after another, and builds their index. */
final class PassageIndexBuilder {

    /** Maximum number of passages in an index. */
    static final int MAX_PASSAGES = 1 << 20;

    /** Bit that marks a word of a heading. */
    private static final int HEADING = Integer.MIN_VALUE;

    private final SearchDeadline searchDeadline;
    private final WordScanner wordScanner = new WordScanner();
    private final TermTable terms = new TermTable();
    private final PassageList passages = new PassageList();
    /** Numbers, in {@link #terms}, of the words of all passages, one passage after another. */
    private int[] words = new int[1024];

    private int wordCount;
    /** For each passage, the index after its last word. */
    private int[] ends = new int[64];
    /** Number of words in each passage, without those of headings. */
    private int[] lengths = new int[64];

    private int length;

    PassageIndexBuilder(SearchDeadline searchDeadline) {
        this.searchDeadline = searchDeadline;
    }

    PassageList passages() {
        return passages;
    }

    /** Adds the words of a text to the current passage. */
    void addText(byte[] bytes, int from, int to) {
        wordScanner.scan(bytes, from, to, (term, size, start, end, firstEnd) -> {
            addWord(terms.add(term, size));
            length++;
        });
    }

    /** Returns the numbers of the words of a heading, for {@link #addHeadingWords}. */
    int[] wordsOf(String heading) {
        byte[] bytes = heading.getBytes(StandardCharsets.UTF_8);
        int[] wordNumbers = new int[bytes.length];
        int[] count = {0};
        wordScanner.scan(
                bytes,
                0,
                bytes.length,
                (term, size, start, end, firstEnd) -> wordNumbers[count[0]++] = terms.add(term, size));
        return Arrays.copyOf(wordNumbers, count[0]);
    }

    /** Adds the words of headings above the current passage. They raise its rank, but a passage is found only by words in its text. */
    void addHeadingWords(int[] headingWords) {
        for (int word : headingWords) {
            addWord(word | HEADING);
        }
    }

    private void addWord(int word) {
        if (wordCount == words.length) {
            words = Arrays.copyOf(words, 2 * wordCount);
        }
        words[wordCount++] = word;
    }

    /** Ends the current passage, which is the last one in {@link #passages}. Removes it if it has no words. */
    void endPassage() {
        searchDeadline.check();
        int passage = passages.count() - 1;
        if (length == 0) {
            passages.removeLast();
            wordCount = passage == 0 ? 0 : ends[passage - 1];
            return;
        }
        if (passage == MAX_PASSAGES) {
            throw new RefusedException(
                            ErrorCode.QUERY_LIMIT,
                            "search reads at most " + MAX_PASSAGES + " passages, and this part has more",
                            "search in a smaller part with path, or use find")
                    .detail("argument", "search");
        }
        if (passage == ends.length) {
            ends = Arrays.copyOf(ends, 2 * passage);
            lengths = Arrays.copyOf(lengths, 2 * passage);
        }
        ends[passage] = wordCount;
        lengths[passage] = length;
        length = 0;
    }

    /** Builds the index. The builder cannot be used afterwards. */
    PassageIndex build() {
        int count = passages.count();
        int[] starts = new int[terms.count() + 1];
        int[] lastPassage = new int[terms.count()];
        Arrays.fill(lastPassage, -1);
        for (int passage = 0, wordIndex = 0; passage < count; passage++) {
            for (; wordIndex < ends[passage]; wordIndex++) {
                int word = words[wordIndex] & ~HEADING;
                starts[word + 1] += lastPassage[word] == passage ? 0 : 1;
                lastPassage[word] = passage;
            }
        }
        for (int word = 0; word < terms.count(); word++) {
            starts[word + 1] += starts[word];
        }
        int[] postings = new int[starts[terms.count()]];
        byte[] counts = new byte[postings.length];
        int[] nextPosting = Arrays.copyOf(starts, terms.count());
        Arrays.fill(lastPassage, -1);
        for (int passage = 0, wordIndex = 0; passage < count; passage++) {
            searchDeadline.check();
            for (; wordIndex < ends[passage]; wordIndex++) {
                int word = words[wordIndex] & ~HEADING;
                int slot = lastPassage[word] == passage ? nextPosting[word] - 1 : nextPosting[word]++;
                lastPassage[word] = passage;
                postings[slot] = passage;
                counts[slot] = PassageIndex.addOccurrence(counts[slot], words[wordIndex] < 0);
            }
        }
        return new PassageIndex(passages.trim(), terms.trim(), starts, postings, counts, Arrays.copyOf(lengths, count));
    }
}
