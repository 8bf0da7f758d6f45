package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** A sequence that pages are cut from: what an array holds, lines, blocks, matches, outputs of a query, rows of a live list. */
interface ItemSequence {

    int LONGEST_PATH = 200;

    int count();

    /** Whether {@link #write} writes more than so many bytes, so that a giant is recognized without writing it; false when unknown. */
    boolean exceeds(int index, int bytes);

    /** One item, as it stands in the original or projected. */
    void write(int index, AnswerDraft answerDraft);

    /** One item shorter than it is. */
    void fold(int index, ItemFolder itemFolder, AnswerDraft answerDraft);

    /** Where the item's value stands in the document. */
    JsonPointer pointer(int index);

    /** The same as text; empty where the item is one that no path names, or only one too long to tell. */
    default String path(int index) {
        String path = pointer(index).toString();
        return path.length() > LONGEST_PATH ? "" : path;
    }

    /** The item's own value. */
    Slice value(int index);

    /** Where they come from as they are asked for; null where all of them are there. */
    default @Nullable LazyRows rows() {
        return null;
    }

    /** Whether there is one at that index. */
    default boolean has(int index) {
        LazyRows lazyRows = rows();
        return lazyRows == null ? index < count() : lazyRows.has(index);
    }

    /** How many there are, as far as is known, for one who has come to the end of a page. */
    default long total(int end) {
        LazyRows lazyRows = rows();
        if (lazyRows == null) {
            return count();
        }
        return lazyRows.exact() ? lazyRows.total() : Math.max(lazyRows.total(), end + (lazyRows.has(end) ? 1L : 0L));
    }

    /** What the header says of them. */
    default PageHeader telling() {
        LazyRows lazyRows = rows();
        return lazyRows == null ? new ItemPageHeader(this) : new LivePageHeader(this, lazyRows, LiveItems.Part.ITEMS);
    }

    /** Whether {@link #write} writes less than the item. */
    default boolean shortened(int index) {
        return false;
    }

    /** The text that some items were read from, which holds as many; null where they were read from none. */
    default @Nullable Slice text(int from, int to) {
        return null;
    }

    /** What kind of value the sequence is made from. */
    default JsonType source() {
        return JsonType.ARRAY;
    }
}
