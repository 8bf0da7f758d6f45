package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Set of words that matches if any of them does. The next position of each word is cached until the search passes it. */
final class WordSet {

    private final List<WordPattern> needles;
    private final int[] places;
    private byte @Nullable [] known;
    private int knownEnd;
    private int passed;

    WordSet(List<String> words, SearchDeadline searchDeadline) {
        this.needles = words.stream()
                .map(word -> new WordPattern(word, searchDeadline))
                .toList();
        this.places = new int[words.size()];
    }

    boolean standsIn(Slice text) {
        for (WordPattern pattern : needles) {
            if (pattern.first(text) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first match in a decoded text at or after this offset in the array; the end of the text if there is none. */
    int next(Slice text, int from) {
        return first(text.bytes(), from, text.to(), false);
    }

    /** Returns an offset as {@link SearchPattern#skip} does. */
    int skip(byte[] json, int from, int to) {
        return first(json, from, to, true);
    }

    @SuppressWarnings("ReferenceEquality") // must be the same array, not an equal one
    private int first(byte[] b, int from, int to, boolean json) {
        boolean isNew = b != known || to != knownEnd || from < passed;
        known = b;
        knownEnd = to;
        passed = from;
        int first = to;
        for (int i = 0; i < places.length; i++) {
            if (isNew || places[i] < from) {
                places[i] = json ? needles.get(i).skip(b, from, to) : next(needles.get(i), b, from, to);
            }
            first = Math.min(first, places[i]);
        }
        return first;
    }

    private static int next(WordPattern pattern, byte[] b, int from, int to) {
        int found = pattern.next(new Slice(b, from, to), from);
        return found < 0 ? to : found;
    }
}
