package dev.plimsoll.shape.item;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;

/** Computed items: they are not in the document, so no path names them. */
interface UnnamedItems extends ItemSequence {

    @Override
    default JsonPointer pointer(int index) {
        return JsonPointer.root();
    }

    @Override
    default String path(int index) {
        return "";
    }

    @Override
    default void fold(int index, FoldWriter foldWriter, AnswerDraft answerDraft) {
        foldWriter.write(value(index), null);
    }
}
