package dev.plimsoll.shape.item;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;

/** The lines of a text as items, each a string without its line feed. */
public record LineItems(Slice text, LineIndex lines, JsonPointer textPointer) implements ItemSequence {

    @Override
    public int count() {
        return lines.count();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return value(i).length() > bytes;
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        answerDraft.string(value(i));
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        foldWriter.writeText(value(i));
    }

    @Override
    public JsonPointer pointer(int i) {
        return textPointer;
    }

    @Override
    public String path(int i) {
        return "";
    }

    @Override
    public Slice value(int i) {
        int start = lines.start(i);
        int end = lines.end(i);
        boolean hasLineFeed = end > start && text.at(end - 1) == '\n';
        return text.sub(start, hasLineFeed ? end - 1 : end);
    }
}
