package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Set of words, of which at least one must occur. Caches the next position of each word until the search passes it. */
final class WordSet {

    private final List<TextPattern> patterns;
    private final int[] positions;
    private byte @Nullable [] scannedBytes;
    private int scannedEnd;
    private int previousFrom;

    WordSet(List<String> words, SearchDeadline searchDeadline) {
        this.patterns = words.stream()
                .map(word -> new TextPattern(word, searchDeadline))
                .toList();
        this.positions = new int[words.size()];
    }

    /** Returns whether a word occurs in the text. */
    boolean hasMatch(Slice text) {
        for (TextPattern pattern : patterns) {
            if (pattern.findFirst(text) >= 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the offset in the array of the first match of a word at or after {@code from}; the end of the text if
     * there is none.
     */
    int findNext(Slice text, int from) {
        return nextPosition(text.bytes(), from, text.to(), false);
    }

    /** Returns an offset before which no JSON value can match, like {@link SearchPattern#skipTo}. */
    int skipTo(byte[] json, int from, int to) {
        return nextPosition(json, from, to, true);
    }

    @SuppressWarnings("ReferenceEquality") // must be the same array, not an equal one
    private int nextPosition(byte[] bytes, int from, int to, boolean isJson) {
        boolean isNewRange = bytes != scannedBytes || to != scannedEnd || from < previousFrom;
        scannedBytes = bytes;
        scannedEnd = to;
        previousFrom = from;
        int first = to;
        for (int i = 0; i < positions.length; i++) {
            if (isNewRange || positions[i] < from) {
                positions[i] =
                        isJson ? patterns.get(i).skipTo(bytes, from, to) : findNext(patterns.get(i), bytes, from, to);
            }
            first = Math.min(first, positions[i]);
        }
        return first;
    }

    private static int findNext(TextPattern pattern, byte[] bytes, int from, int to) {
        int position = pattern.findNext(new Slice(bytes, from, to), from);
        return position < 0 ? to : position;
    }
}
