package dev.plimsoll.search.rank;

/** Receives the words of a text. */
interface WordListener {

    /**
     * Receives a word. In a script without spaces, a word is two neighboring characters; the last character of a run is also received
     * alone.
     *
     * @param term the folded word; valid only during the call
     * @param from offset of the word in the byte array
     * @param to offset after the word
     * @param firstEnd offset after the first of two characters; {@code to} for the last character of a run; -1 in other scripts
     */
    void onWord(byte[] term, int length, int from, int to, int firstEnd);
}
