package dev.plimsoll.shape;

/**
 * Something that an answer shows shorter than it is.
 *
 * @param path where it can be read whole
 * @param type of the JSON value
 * @param tokens estimate of the whole
 * @param shown what is there of it, in a few words
 */
record FoldRecord(String path, String type, int tokens, String shown) {

    void writeTo(AnswerDraft answerDraft) {
        answerDraft.ascii("{\"path\":").string(path).ascii(",\"type\":").string(type).ascii(",\"tokens\":");
        answerDraft.number(tokens).ascii(",\"shown\":").string(shown).ascii("}");
    }
}
