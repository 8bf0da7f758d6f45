package dev.plimsoll.shape.item;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.notice.LiveItemKind;
import dev.plimsoll.shape.notice.LivePageHeader;
import dev.plimsoll.shape.notice.PageHeader;
import org.jspecify.annotations.Nullable;

/**
 * Items that are read on demand.
 *
 * @param kind kind of the items
 * @param projection fields that each match keeps; null for all fields
 */
public record LiveItems(
        LazyRows rows, LiveItemKind kind, @Nullable Projection projection) implements ItemSequence {

    static LiveItems of(LazyRows lazyRows) {
        return new LiveItems(lazyRows, LiveItemKind.ITEMS, null);
    }

    @Override
    public int count() {
        return rows.isTotalExact() ? (int) Math.min(rows.total(), Integer.MAX_VALUE) : Integer.MAX_VALUE;
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return projection == null && Json.exceeds(rows.at(i), bytes);
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        if (kind != LiveItemKind.MATCHES) {
            answerDraft.json(rows.at(i));
            return;
        }
        answerDraft.ascii("{").member("item");
        if (projection == null) {
            answerDraft.json(rows.at(i));
        } else {
            projection.write(rows.at(i), answerDraft);
        }
        answerDraft.ascii("}");
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        boolean isMatch = kind == LiveItemKind.MATCHES;
        if (isMatch) {
            answerDraft.ascii("{").member("item");
        }
        foldWriter.write(rows.at(i), kind == LiveItemKind.ITEMS ? pointer(i) : null);
        answerDraft.ascii(isMatch ? "}" : "");
    }

    @Override
    public JsonPointer pointer(int i) {
        return kind == LiveItemKind.ITEMS ? JsonPointer.root().child(i) : JsonPointer.root();
    }

    @Override
    public String path(int i) {
        return kind == LiveItemKind.ITEMS ? "/" + i : "";
    }

    @Override
    public Slice value(int i) {
        return rows.at(i);
    }

    @Override
    public PageHeader pageHeader() {
        return new LivePageHeader(this, rows, kind);
    }
}
