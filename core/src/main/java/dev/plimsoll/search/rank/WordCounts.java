package dev.plimsoll.search.rank;

import java.util.Arrays;

/** The passages that contain a word of a question, in their order, and how often they contain it. */
final class WordCounts {

    private int[] passages = new int[16];
    private double[] counts = new double[16];
    private boolean[] own = new boolean[16];
    private int size;

    /** @param isOwn whether the passage itself contains the word, not only a heading above it */
    void add(int passage, double count, boolean isOwn) {
        if (size == passages.length) {
            passages = Arrays.copyOf(passages, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
            own = Arrays.copyOf(own, 2 * size);
        }
        passages[size] = passage;
        counts[size] = count;
        own[size++] = isOwn;
    }

    /** Returns the counts with one entry for each passage: the counts of several words are added. */
    WordCounts merged() {
        long[] keys = new long[size];
        boolean isSorted = true;
        for (int i = 0; i < size; i++) {
            keys[i] = (long) passages[i] << Integer.SIZE | i;
            isSorted &= i == 0 || passages[i - 1] < passages[i];
        }
        if (isSorted) {
            return this;
        }
        Arrays.sort(keys);
        WordCounts merged = new WordCounts();
        for (long key : keys) {
            int i = (int) key;
            int last = merged.size - 1;
            if (last >= 0 && merged.passages[last] == passages[i]) {
                merged.counts[last] += counts[i];
                merged.own[last] |= own[i];
            } else {
                merged.add(passages[i], counts[i], own[i]);
            }
        }
        return merged;
    }

    /** Returns the number of passages that contain the word themselves. */
    int ownPassages() {
        int found = 0;
        for (int i = 0; i < size; i++) {
            found += own[i] ? 1 : 0;
        }
        return found;
    }

    int passages() {
        return size;
    }

    int passage(int i) {
        return passages[i];
    }

    double count(int i) {
        return counts[i];
    }

    boolean isOwn(int i) {
        return own[i];
    }
}
