package dev.plimsoll.shape.page;

import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.ItemSequence;

/** Writes the items of a page one after the other. */
interface ItemWriter {

    /** Writes the text before the items. Returns the body. */
    AnswerDraft open(AnswerDraft body);

    /** Returns whether an item can be on the page; if not, the page ends before the item. */
    boolean accepts(int index);

    void write(int index, AnswerDraft body);

    /** Writes the text after the items. Returns the body. */
    AnswerDraft close(AnswerDraft body);

    /** Returns the text for the notice about this form; empty if none is needed. */
    String noticeText();

    /** Creates a writer of the unchanged items: an array or, for members, an object. */
    static ItemWriter of(ItemSequence itemSequence) {
        return new Plain(itemSequence);
    }

    /** Writes the items with commas between them, in brackets or in braces. */
    record Plain(ItemSequence items) implements ItemWriter {

        @Override
        public AnswerDraft open(AnswerDraft body) {
            return body.ascii(items.areMembers() ? "{" : "[");
        }

        @Override
        public boolean accepts(int index) {
            return true;
        }

        @Override
        public void write(int index, AnswerDraft body) {
            items.write(index, body);
        }

        @Override
        public AnswerDraft close(AnswerDraft body) {
            return body.ascii(items.areMembers() ? "}" : "]");
        }

        @Override
        public String noticeText() {
            return "";
        }
    }
}
