package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Items that are read on demand.
 *
 * @param part kind of the items
 * @param projection fields to keep of each match; null for all
 */
record LiveItems(LazyRows rows, ItemKind part, @Nullable Projection projection) implements ItemSequence {

    /** Kinds of items that a live list returns. */
    enum ItemKind {
        ITEMS("items", "total"),
        MATCHES("matches", "totalMatches"),
        RESULTS("results", "totalResults");

        private final String noun;
        private final String total;

        ItemKind(String noun, String total) {
            this.noun = noun;
            this.total = total;
        }

        String noun() {
            return noun;
        }

        /** Returns the name of the field that counts the items. */
        String total(boolean exact) {
            String name = this == ITEMS ? "totalCount" : total;
            return exact ? name : total + "AtLeast";
        }
    }

    static LiveItems of(LazyRows lazyRows) {
        return new LiveItems(lazyRows, ItemKind.ITEMS, null);
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
        if (part != ItemKind.MATCHES) {
            answerDraft.json(rows.at(i));
            return;
        }
        answerDraft.ascii("{\"item\":");
        if (projection == null) {
            answerDraft.json(rows.at(i));
        } else {
            projection.write(rows.at(i), answerDraft);
        }
        answerDraft.ascii("}");
    }

    @Override
    public void fold(int i, ItemFolder itemFolder, AnswerDraft answerDraft) {
        boolean match = part == ItemKind.MATCHES;
        answerDraft.ascii(match ? "{\"item\":" : "");
        itemFolder.write(rows.at(i), part == ItemKind.ITEMS ? pointer(i) : null);
        answerDraft.ascii(match ? "}" : "");
    }

    @Override
    public JsonPointer pointer(int i) {
        return part == ItemKind.ITEMS ? JsonPointer.root().child(i) : JsonPointer.root();
    }

    @Override
    public String path(int i) {
        return part == ItemKind.ITEMS ? "/" + i : "";
    }

    @Override
    public Slice value(int i) {
        return rows.at(i);
    }

    @Override
    public PageHeader pageHeader() {
        return new LivePageHeader(this, rows, part);
    }
}
