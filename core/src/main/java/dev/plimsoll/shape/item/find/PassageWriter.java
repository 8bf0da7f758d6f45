package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.search.ScalarWalker;
import dev.plimsoll.search.rank.QuestionWords;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.TextExcerpt;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.item.find.OffsetLocator.LocatedValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes passages of texts: position, headings, words that matched, and text. */
record PassageWriter(QuestionWords words) {

    /**
     * Writes a passage. If a fold writer is given, writes only an excerpt of the text of the passage.
     *
     * @param excerptDraft an empty draft for the text that the fold writer shortens; null without a fold writer
     */
    void write(
            FoundPassage passage,
            AnswerDraft answerDraft,
            @Nullable FoldWriter foldWriter,
            @Nullable AnswerDraft excerptDraft) {
        FoundPassage.Location location = passage.location();
        JsonPointer path = location.path();
        answerDraft.ascii("{");
        if (location.index() >= 0) {
            answerDraft.member("index").number(location.index());
        }
        if (location.isExact()) {
            answerDraft.member("lines").string(passage.range());
        }
        if (path != null && !path.tokens().isEmpty()) {
            answerDraft.member("path").string(path.toString());
        }
        if (foldWriter == null && !location.names().isEmpty()) {
            answerDraft.member("names").strings(location.names());
        }
        Slice content = passage.content();
        answerDraft.member("words").strings(words.findIn(List.of(content)));
        answerDraft.member("text");
        if (foldWriter == null || excerptDraft == null) {
            answerDraft.string(content);
        } else {
            Slice excerpt = TextExcerpt.of(content, Math.max(0, words.findFirst(content)), MatchRecord.EXCERPT_LENGTH);
            foldWriter.write(excerptDraft.string(excerpt).written(), null);
        }
        answerDraft.ascii("}");
    }

    /** Returns the decoded keys and scalars of a value. */
    static List<Slice> texts(LocatedValue located) {
        List<Slice> texts = new ArrayList<>();
        Slice key = located.key();
        if (key != null) {
            texts.add(ScalarWalker.decode(key));
        }
        ScalarWalker scalars = new ScalarWalker(located.value());
        while (scalars.next()) {
            texts.add(scalars.text());
        }
        return texts;
    }
}
