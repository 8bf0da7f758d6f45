package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.Slice;
import dev.plimsoll.search.ScalarWalker;
import dev.plimsoll.search.rank.QuestionWords;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.ItemFolder;
import dev.plimsoll.shape.item.find.OffsetLocator.Piece;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes passages of texts: their positions, the headings above them, the words that matched, and their texts. */
record PassageWriter(QuestionWords words) {

    /**
     * Writes a passage. With a folder, shortens its text.
     *
     * @param draft an empty draft for the text that the folder shortens; null without a folder
     */
    void write(
            FoundPassage passage,
            AnswerDraft answerDraft,
            @Nullable ItemFolder itemFolder,
            @Nullable AnswerDraft draft) {
        answerDraft.ascii("{");
        if (passage.index() >= 0) {
            answerDraft.member("index").number(passage.index());
        }
        answerDraft.member("lines").string(passage.range());
        if (passage.path() != null && !passage.path().tokens().isEmpty()) {
            answerDraft.member("path").string(passage.path().toString());
        }
        if (itemFolder == null && !passage.names().isEmpty()) {
            answerDraft.member("names").strings(passage.names());
        }
        if (itemFolder == null) {
            answerDraft.member("words").strings(words.findIn(List.of(passage.content())));
        }
        answerDraft.member("text");
        if (itemFolder == null || draft == null) {
            answerDraft.string(passage.content());
        } else {
            itemFolder.write(draft.string(passage.content()).written(), null);
        }
        answerDraft.ascii("}");
    }

    /** Returns the keys and scalars of a piece of JSON, decoded. */
    static List<Slice> texts(Piece piece) {
        List<Slice> texts = new ArrayList<>();
        Slice key = piece.key();
        if (key != null) {
            texts.add(ScalarWalker.decoded(key));
        }
        ScalarWalker scalars = new ScalarWalker(piece.value());
        while (scalars.next()) {
            texts.add(scalars.text());
        }
        return texts;
    }
}
