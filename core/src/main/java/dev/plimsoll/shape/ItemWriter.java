package dev.plimsoll.shape;

/** How the items of a page are written one behind the other. */
interface ItemWriter {

    AnswerDraft open(AnswerDraft body);

    /** Whether an item may stand on the page; if not, the page ends before it. */
    boolean takes(int index);

    void write(int index, AnswerDraft body);

    AnswerDraft close(AnswerDraft body);

    /** What a notice says about it; empty where that goes without saying. */
    String told();

    /** An array of the items as they are. */
    static ItemWriter of(ItemSequence itemSequence) {
        return new Plain(itemSequence);
    }

    /** The items with commas between them. */
    record Plain(ItemSequence items) implements ItemWriter {

        @Override
        public AnswerDraft open(AnswerDraft body) {
            return body.ascii("[");
        }

        @Override
        public boolean takes(int index) {
            return true;
        }

        @Override
        public void write(int index, AnswerDraft body) {
            items.write(index, body);
        }

        @Override
        public AnswerDraft close(AnswerDraft body) {
            return body.ascii("]");
        }

        @Override
        public String told() {
            return "";
        }
    }
}
