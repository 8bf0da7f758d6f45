package dev.plimsoll.shape.outline;

import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ResourceLinks;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.outline.StatisticsWriter.Level;
import org.jspecify.annotations.Nullable;

/** The outline of one block or value: a JSON value, a text, or a binary block. Only one component is set. */
record OutlinePiece(
        @Nullable ValueStatistics statistics,
        @Nullable TextOutline text,
        @Nullable ContentBlock binary) {

    static OutlinePiece of(DocumentPart documentPart, IndexedResult indexedResult) {
        return documentPart.json()
                ? new OutlinePiece(ListStatistics.ofPart(documentPart, indexedResult), null, null)
                : new OutlinePiece(
                        null, TextOutline.of(documentPart.bytes(), indexedResult.lines(documentPart.bytes())), null);
    }

    static OutlinePiece of(ContentBlock binary) {
        return new OutlinePiece(null, null, binary);
    }

    void writeTo(AnswerDraft answerDraft, Level level, Budget budget) {
        if (statistics != null) {
            new StatisticsWriter(level, answerDraft, budget).write(statistics);
        } else if (text != null) {
            text.writeTo(answerDraft, level.values());
        } else if (binary != null) {
            String mimeType = binary.mimeType();
            answerDraft.ascii("{\"type\":").string(ResourceLinks.noun(binary));
            if (mimeType != null) {
                answerDraft.ascii(",\"mimeType\":").string(mimeType);
            }
            answerDraft.ascii(",\"bytes\":").number(ResourceLinks.size(binary)).ascii("}");
        }
    }
}
