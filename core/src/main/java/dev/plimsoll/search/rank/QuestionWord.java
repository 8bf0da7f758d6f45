package dev.plimsoll.search.rank;

/**
 * One word of a question.
 *
 * @param term the folded word, or two characters of a script without spaces
 * @param isFirstCharacter whether the term is one character of a script without spaces, alone in the question
 * @param text the word, or the whole run of such characters, as the question has it
 */
record QuestionWord(byte[] term, boolean isFirstCharacter, String text) {

    QuestionWord withText(String other) {
        return new QuestionWord(term, isFirstCharacter, other);
    }
}
