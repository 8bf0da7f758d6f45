package dev.plimsoll.shape.page;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frame {@code {header…,"results":…}} of a query.
 *
 * @param opened brackets before the page, if a page of a single output is shown; empty otherwise
 * @param closed brackets after the page
 *
 * @param warnings sentences for the first page about what may mislead in the outputs
 */
public record ResultFrame(JsonPointer pointer, String opened, String closed, List<String> warnings)
        implements PageFrame {

    public ResultFrame {
        warnings = List.copyOf(warnings);
    }

    public ResultFrame(JsonPointer pointer, String opened, String closed) {
        this(pointer, opened, closed, List.of());
    }

    /** Writes sentences as an array. */
    public static void writeWarnings(List<String> warnings, AnswerDraft answerDraft) {
        answerDraft.field("warnings").ascii("[");
        for (int i = 0; i < warnings.size(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",").string(warnings.get(i));
        }
        answerDraft.ascii("]");
    }

    @Override
    public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage) {
        answerDraft.ascii("{");
        answerHeader.writeTo(answerDraft);
        if (firstPage && !warnings.isEmpty()) {
            writeWarnings(warnings, answerDraft.ascii(","));
        }
        answerDraft.member("results").ascii(opened);
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
