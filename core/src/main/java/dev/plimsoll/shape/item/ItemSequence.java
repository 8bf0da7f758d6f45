package dev.plimsoll.shape.item;

import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.notice.ItemPageHeader;
import dev.plimsoll.shape.notice.ListedItems;
import dev.plimsoll.shape.notice.LiveItemKind;
import dev.plimsoll.shape.notice.LivePageHeader;
import dev.plimsoll.shape.notice.PageHeader;

/**
 * A sequence that is cut into pages: items of an array, lines, blocks, matches, outputs of a query, or rows of a live
 * list.
 */
public interface ItemSequence extends ListedItems {

    /**
     * Returns whether {@link #write} would write more than a number of bytes; false if that is unknown. Recognizes a
     * very large item without writing it.
     */
    boolean exceeds(int index, int bytes);

    /** Writes one item, unchanged or projected. */
    void write(int index, AnswerDraft answerDraft);

    /** Writes one item shortened. */
    void fold(int index, FoldWriter foldWriter, AnswerDraft answerDraft);

    /** Returns whether there is an item at the index. */
    default boolean has(int index) {
        LazyRows lazyRows = rows();
        return lazyRows == null ? index < count() : lazyRows.has(index);
    }

    /**
     * Returns the number of items. If the items are read on demand and their number is not known yet, returns the
     * largest number that is certain after a page that ends before item {@code end}.
     */
    default long total(int end) {
        LazyRows lazyRows = rows();
        if (lazyRows == null) {
            return count();
        }
        return lazyRows.isTotalExact()
                ? lazyRows.total()
                : Math.max(lazyRows.total(), end + (lazyRows.has(end) ? 1L : 0L));
    }

    /** Returns whether the items are written as the members of one object, each with its name. */
    default boolean areMembers() {
        return false;
    }

    /** Returns the header texts for this sequence. */
    default PageHeader pageHeader() {
        LazyRows lazyRows = rows();
        return lazyRows == null ? new ItemPageHeader(this) : new LivePageHeader(this, lazyRows, LiveItemKind.ITEMS);
    }

    /** Returns whether {@link #write} writes less than the item. */
    default boolean isShortened(int index) {
        return false;
    }

    /**
     * Writes a range of items as one value in the form that their tool declares: the text or rows from
     * which the items were read. Returns false, and writes nothing, if the items have the declared form
     * already.
     */
    default boolean writeDeclared(int from, int to, AnswerDraft answerDraft) {
        return false;
    }
}
