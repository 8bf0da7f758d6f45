package dev.plimsoll.shape.page;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frame {@code {header…,"results":…}} of a query.
 *
 * @param openingBrackets "[" if the query has one output that is too long and is itself cut into pages, or if selected
 * rows form one array; empty otherwise
 * @param closingBrackets brackets after the page
 * @param warnings sentences for the first page about what may mislead in the outputs
 */
public record ResultFrame(JsonPointer pointer, String openingBrackets, String closingBrackets, List<String> warnings)
        implements PageFrame {

    public ResultFrame {
        warnings = List.copyOf(warnings);
    }

    public ResultFrame(JsonPointer pointer, String openingBrackets, String closingBrackets) {
        this(pointer, openingBrackets, closingBrackets, List.of());
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
    public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean isFirstPage) {
        answerDraft.ascii("{");
        answerHeader.writeTo(answerDraft);
        if (isFirstPage && !warnings.isEmpty()) {
            writeWarnings(warnings, answerDraft.ascii(","));
        }
        answerDraft.member("results").ascii(openingBrackets);
    }

    @Override
    public void close(AnswerDraft answerDraft, boolean isFirstPage) {
        answerDraft.ascii(closingBrackets).ascii("}");
    }

    @Override
    public boolean isDerived() {
        return true;
    }

    @Override
    public @Nullable AnswerDraft writeWithoutHeader(AnswerDraft page, AnswerDraft out) {
        return null;
    }
}
