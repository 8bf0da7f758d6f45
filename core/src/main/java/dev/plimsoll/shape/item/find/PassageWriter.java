package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.search.ScalarWalker;
import dev.plimsoll.search.rank.QuestionWords;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.TextExcerpt;
import dev.plimsoll.shape.fold.ItemFolder;
import dev.plimsoll.shape.item.find.OffsetLocator.Piece;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes passages of texts: their positions, the headings above them, the words that matched, and their texts. */
record PassageWriter(QuestionWords words) {

    /**
     * Writes a passage. With a folder, shows only an excerpt of its text.
     *
     * @param draft an empty draft for the text that the folder shortens; null without a folder
     */
    void write(
            FoundPassage passage,
            AnswerDraft answerDraft,
            @Nullable ItemFolder itemFolder,
            @Nullable AnswerDraft draft) {
        FoundPassage.Place place = passage.place();
        JsonPointer path = place.path();
        answerDraft.ascii("{");
        if (place.index() >= 0) {
            answerDraft.member("index").number(place.index());
        }
        if (place.isExact()) {
            answerDraft.member("lines").string(passage.range());
        }
        if (path != null && !path.tokens().isEmpty()) {
            answerDraft.member("path").string(path.toString());
        }
        if (itemFolder == null && !place.names().isEmpty()) {
            answerDraft.member("names").strings(place.names());
        }
        Slice content = passage.content();
        answerDraft.member("words").strings(words.findIn(List.of(content)));
        answerDraft.member("text");
        if (itemFolder == null || draft == null) {
            answerDraft.string(content);
        } else {
            Slice excerpt = TextExcerpt.of(content, Math.max(0, words.findFirst(content)), MatchRecord.EXCERPT_LENGTH);
            itemFolder.write(draft.string(excerpt).written(), null);
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
