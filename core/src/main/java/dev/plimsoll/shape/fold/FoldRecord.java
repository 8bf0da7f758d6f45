package dev.plimsoll.shape.fold;

import dev.plimsoll.shape.draft.AnswerDraft;

/**
 * A value that an answer shows shortened.
 *
 * @param path JSON Pointer that reads the complete value
 * @param type JSON type of the value
 * @param tokens estimated tokens of the complete value
 * @param shown short description of what is shown, such as {@code 3 of 20 items}
 */
public record FoldRecord(String path, String type, int tokens, String shown) {

    public void writeTo(AnswerDraft answerDraft) {
        answerDraft
                .ascii("{")
                .member("path")
                .string(path)
                .member("type")
                .string(type)
                .member("tokens");
        answerDraft.number(tokens).member("shown").string(shown).ascii("}");
    }
}
