package dev.plimsoll.shape.page;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.draft.AnswerDraft;
import org.jspecify.annotations.Nullable;

/** The frame {@code {header…,"results":…}} of a query; a single output that is cut has its own brackets. */
public record ResultFrame(JsonPointer pointer, String opened, String closed) implements PageFrame {

    @Override
    public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage) {
        answerDraft.ascii("{");
        answerHeader.writeTo(answerDraft);
        answerDraft.ascii(",\"results\":").ascii(opened);
    }

    @Override
    public void close(AnswerDraft answerDraft, boolean firstPage) {
        answerDraft.ascii(closed).ascii("}");
    }

    @Override
    public boolean isDerived() {
        return true;
    }

    @Override
    public @Nullable AnswerDraft writeWithoutHeader(AnswerDraft cut, AnswerDraft into) {
        return null;
    }
}
