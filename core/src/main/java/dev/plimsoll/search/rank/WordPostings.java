package dev.plimsoll.search.rank;

import java.util.Arrays;

/** Passages that contain a word of a question, in ascending order, with the number of its occurrences in each. */
final class WordPostings {

    private int[] passages = new int[16];
    private double[] occurrences = new double[16];
    private boolean[] inText = new boolean[16];
    private int size;

    /** @param isInText whether the text of the passage contains the word, and not only a heading above it */
    void add(int passage, double count, boolean isInText) {
        if (size == passages.length) {
            passages = Arrays.copyOf(passages, 2 * size);
            occurrences = Arrays.copyOf(occurrences, 2 * size);
            inText = Arrays.copyOf(inText, 2 * size);
        }
        passages[size] = passage;
        occurrences[size] = count;
        inText[size++] = isInText;
    }

    /** Returns one posting for each passage, with the sum of its occurrences. */
    WordPostings mergeByPassage() {
        long[] keys = new long[size];
        boolean hasPassageOutOfOrder = false;
        for (int i = 0; i < size; i++) {
            keys[i] = (long) passages[i] << Integer.SIZE | i;
            hasPassageOutOfOrder |= i > 0 && passages[i - 1] >= passages[i];
        }
        if (!hasPassageOutOfOrder) {
            return this;
        }
        Arrays.sort(keys);
        WordPostings merged = new WordPostings();
        for (long key : keys) {
            int i = (int) key;
            int last = merged.size - 1;
            if (last >= 0 && merged.passages[last] == passages[i]) {
                merged.occurrences[last] += occurrences[i];
                merged.inText[last] |= inText[i];
            } else {
                merged.add(passages[i], occurrences[i], inText[i]);
            }
        }
        return merged;
    }

    /** Returns the number of passages whose text contains the word. */
    int passagesWithWord() {
        int passageCount = 0;
        for (int i = 0; i < size; i++) {
            passageCount += inText[i] ? 1 : 0;
        }
        return passageCount;
    }

    int count() {
        return size;
    }

    int passage(int i) {
        return passages[i];
    }

    double occurrences(int i) {
        return occurrences[i];
    }

    boolean isInText(int i) {
        return inText[i];
    }
}
