package dev.plimsoll.search.rank;

/** Receives the words of a text. */
interface WordListener {

    /**
     * Receives a word, or two neighboring characters of a script without spaces. The last character of such a run is
     * received alone too.
     *
     * @param term the folded word; valid only during the call
     * @param from offset of the word in the array of the text
     * @param to offset after it
     * @param firstTo offset after the first of two characters; {@code to} for the last character of a run; -1 for a word
     */
    void onWord(byte[] term, int length, int from, int to, int firstTo);
}
