package dev.plimsoll.search.rank;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The distinct words of a question. Immutable. */
public final class QuestionWords {

    /** Maximum number of different words of a passage that are named. */
    private static final int MAX_NAMED = 12;

    private static final int MAX_NAMED_BYTES = 80;

    private final List<QuestionWord> words;
    private final TermTable terms;

    private QuestionWords(List<QuestionWord> words) {
        this.words = List.copyOf(words);
        this.terms = new TermTable();
        words.stream()
                .filter(word -> !word.isFirstCharacter())
                .forEach(word -> terms.add(word.term(), word.term().length));
    }

    /** Reads the words of a question; there may be none. */
    public static QuestionWords of(String question) {
        byte[] bytes = Slice.of(question).bytes();
        TermTable known = new TermTable();
        List<QuestionWord> words = new ArrayList<>();
        int[] runFrom = {-1, -1};
        List<QuestionWord> run = new ArrayList<>();
        new WordScanner().scan(bytes, 0, bytes.length, (term, length, from, to, firstTo) -> {
            byte[] copy = Arrays.copyOf(term, length);
            boolean isEnd = firstTo == to;
            runFrom[0] = runFrom[1] == from ? runFrom[0] : from;
            String text = new Slice(bytes, runFrom[0], to).utf8();
            runFrom[1] = firstTo;
            if (!isEnd) {
                run.add(new QuestionWord(copy, false, text));
            } else if (run.isEmpty()) {
                run.add(new QuestionWord(copy, true, text));
            }
            if (firstTo < 0 || isEnd) {
                for (QuestionWord word : run) {
                    if (word.isFirstCharacter() || known.find(word.term(), word.term().length) < 0) {
                        known.add(word.term(), word.term().length);
                        words.add(word.withText(text));
                    }
                }
                run.clear();
            }
        });
        return new QuestionWords(words);
    }

    List<QuestionWord> words() {
        return words;
    }

    QuestionWords withWords(List<QuestionWord> others) {
        return others.size() == words.size() ? this : new QuestionWords(others);
    }

    public boolean isEmpty() {
        return words.isEmpty();
    }

    /** Returns the texts of absent words; a run of characters is absent only if each of its words is. */
    static List<String> missing(List<QuestionWord> absent, List<QuestionWord> all) {
        Set<String> missing = new LinkedHashSet<>();
        for (QuestionWord word : absent) {
            boolean isWhole =
                    all.stream().allMatch(other -> !other.text().equals(word.text()) || absent.contains(other));
            if (isWhole) {
                missing.add(word.text());
            }
        }
        return List.copyOf(missing);
    }

    /** Returns the offset in a text of the first word of the question; -1 if there is none. */
    public int findFirst(Slice text) {
        List<int[]> ranges = ranges(text, 1);
        return ranges.isEmpty() ? -1 : ranges.get(0)[0] - text.from();
    }

    /** Returns the different words of the question that texts contain, as these have them. */
    public List<String> findIn(Iterable<Slice> texts) {
        Set<String> folded = new LinkedHashSet<>();
        List<String> found = new ArrayList<>();
        for (Slice text : texts) {
            for (int[] range : ranges(text, Integer.MAX_VALUE)) {
                String word = new Slice(text.bytes(), range[0], Math.min(range[1], range[0] + MAX_NAMED_BYTES)).utf8();
                if (found.size() < MAX_NAMED && folded.add(word.toLowerCase(Locale.ROOT))) {
                    found.add(word);
                }
            }
        }
        return found;
    }

    /** Returns the ranges of the array with words of the question; neighboring characters are one range. */
    private List<int[]> ranges(Slice text, int max) {
        List<int[]> ranges = new ArrayList<>();
        new WordScanner().scan(text.bytes(), text.from(), text.to(), (term, length, from, to, firstTo) -> {
            int end = end(term, length, to, firstTo);
            if (end < 0 || ranges.size() >= max) {
                return;
            }
            int[] last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            if (last != null && firstTo >= 0 && from < last[1]) {
                last[1] = Math.max(last[1], end);
            } else {
                ranges.add(new int[] {from, end});
            }
        });
        return ranges;
    }

    /** Returns the end of the part of a word that the question has; -1 if the question does not have it. */
    private int end(byte[] term, int length, int to, int firstTo) {
        if (terms.find(term, length) >= 0) {
            return to;
        }
        for (QuestionWord word : words) {
            int size = word.term().length;
            if (firstTo >= 0
                    && word.isFirstCharacter()
                    && size <= length
                    && Arrays.equals(term, 0, size, word.term(), 0, size)) {
                return firstTo;
            }
        }
        return -1;
    }
}
