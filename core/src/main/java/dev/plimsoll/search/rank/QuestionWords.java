package dev.plimsoll.search.rank;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Distinct words of a question. Immutable. */
public final class QuestionWords {

    /** Maximum number of distinct words that {@link #findIn} returns. */
    private static final int MAX_WORDS = 12;

    private static final int MAX_WORD_BYTES = 80;

    private final List<QuestionWord> words;
    private final TermTable terms;

    private QuestionWords(List<QuestionWord> words) {
        this.words = List.copyOf(words);
        this.terms = new TermTable();
        words.stream()
                .filter(word -> !word.isSingleCharacter())
                .forEach(word -> terms.add(word.term(), word.term().length));
    }

    /** Parses the words of a question; there may be none. */
    public static QuestionWords parse(String question) {
        byte[] bytes = Slice.of(question).bytes();
        WordCollector collector = new WordCollector(bytes);
        new WordScanner().scan(bytes, 0, bytes.length, collector);
        return new QuestionWords(collector.words);
    }

    /** Collects the distinct words of a question. */
    private static final class WordCollector implements WordListener {

        private final byte[] bytes;
        private final TermTable knownTerms = new TermTable();
        private final List<QuestionWord> words = new ArrayList<>();

        /** Words of the current run of characters without spaces. */
        private final List<QuestionWord> run = new ArrayList<>();

        private int runStart;

        /** Offset at which the next word of the current run begins. */
        private int nextInRun = -1;

        WordCollector(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void onWord(byte[] term, int length, int from, int to, int firstEnd) {
            runStart = from == nextInRun ? runStart : from;
            nextInRun = firstEnd;
            String text = new Slice(bytes, runStart, to).utf8();
            boolean isRunEnd = firstEnd == to;
            if (!isRunEnd || run.isEmpty()) {
                run.add(new QuestionWord(Arrays.copyOf(term, length), isRunEnd, text));
            }
            if (isRunEnd || firstEnd < 0) {
                run.forEach(word -> add(word.withText(text)));
                run.clear();
            }
        }

        private void add(QuestionWord word) {
            int length = word.term().length;
            if (knownTerms.find(word.term(), length) < 0) {
                knownTerms.add(word.term(), length);
                words.add(word);
            }
        }
    }

    List<QuestionWord> words() {
        return words;
    }

    QuestionWords withWords(List<QuestionWord> keptWords) {
        return keptWords.size() == words.size() ? this : new QuestionWords(keptWords);
    }

    public boolean isEmpty() {
        return words.isEmpty();
    }

    /** Returns the texts of absent words. A run of characters is absent only if all of its words are. */
    static List<String> absentTexts(List<QuestionWord> absent, List<QuestionWord> all) {
        Set<String> texts = new LinkedHashSet<>();
        for (QuestionWord word : absent) {
            boolean isRunAbsent =
                    all.stream().allMatch(other -> !other.text().equals(word.text()) || absent.contains(other));
            if (isRunAbsent) {
                texts.add(word.text());
            }
        }
        return List.copyOf(texts);
    }

    /** Returns the offset of the first word of the question in a text; -1 if it contains none. */
    public int findFirst(Slice text) {
        List<int[]> ranges = ranges(text, 1);
        return ranges.isEmpty() ? -1 : ranges.get(0)[0] - text.from();
    }

    /** Returns the distinct words of the question that texts contain, in the spelling of the texts. */
    public List<String> findIn(Iterable<Slice> texts) {
        Set<String> lowerCaseWords = new LinkedHashSet<>();
        List<String> wordsInTexts = new ArrayList<>();
        for (Slice text : texts) {
            for (int[] range : ranges(text, Integer.MAX_VALUE)) {
                String word = new Slice(text.bytes(), range[0], Math.min(range[1], range[0] + MAX_WORD_BYTES)).utf8();
                if (wordsInTexts.size() < MAX_WORDS && lowerCaseWords.add(word.toLowerCase(Locale.ROOT))) {
                    wordsInTexts.add(word);
                }
            }
        }
        return wordsInTexts;
    }

    /** Returns the ranges of the byte array that contain words of the question. Neighboring characters are one range. */
    private List<int[]> ranges(Slice text, int max) {
        List<int[]> ranges = new ArrayList<>();
        new WordScanner().scan(text.bytes(), text.from(), text.to(), (term, length, from, to, firstEnd) -> {
            int end = matchEnd(term, length, to, firstEnd);
            if (end < 0 || ranges.size() >= max) {
                return;
            }
            int[] last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            if (last != null && firstEnd >= 0 && from < last[1]) {
                last[1] = Math.max(last[1], end);
            } else {
                ranges.add(new int[] {from, end});
            }
        });
        return ranges;
    }

    /** Returns the end of the part of a word that matches a word of the question; -1 if none matches. */
    private int matchEnd(byte[] term, int length, int to, int firstEnd) {
        if (terms.find(term, length) >= 0) {
            return to;
        }
        for (QuestionWord word : words) {
            int termLength = word.term().length;
            if (firstEnd >= 0
                    && word.isSingleCharacter()
                    && termLength <= length
                    && Arrays.equals(term, 0, termLength, word.term(), 0, termLength)) {
                return firstEnd;
            }
        }
        return -1;
    }
}
