package dev.plimsoll.search.rank;

/**
 * Word of a question.
 *
 * @param term the folded word; in a script without spaces, two neighboring characters
 * @param isSingleCharacter whether the term is a single character of a script without spaces, with no neighbor in the question
 * @param text the word as in the question; in a script without spaces, the whole run of characters
 */
record QuestionWord(byte[] term, boolean isSingleCharacter, String text) {

    QuestionWord withText(String other) {
        return new QuestionWord(term, isSingleCharacter, other);
    }
}
